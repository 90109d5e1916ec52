// How much of the month's texts is used (SPEC: Usage), as the contract describes it.
import { UsageSchema } from '../../../proto/gen/textrelay/v1/usage_pb.ts';
import { resource } from '../../interface/resources.ts';

export const { Shape: UsageShape, render: renderUsage } = resource(UsageSchema);
