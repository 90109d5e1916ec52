// Opt-outs, and the lines of their files, where not only derived routes answer them.
import { FaultyLineSchema, OptOutSchema } from '../../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { resource } from '../../interface/resources.ts';

export const { Shape: OptOutShape, render: renderOptOut } = resource(OptOutSchema);
export const { Shape: FaultyLineShape } = resource(FaultyLineSchema);
