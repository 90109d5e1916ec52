// Contacts, where more than one is answered at a time.
import { ContactSchema } from '../../../proto/gen/textrelay/v1/contact_pb.ts';
import { resource } from '../../interface/resources.ts';

export const { Shape: ContactShape, render: renderContact } = resource(ContactSchema);
