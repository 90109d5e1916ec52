// The name by which gateway and core speak of a method of the contract.
import type { DescMethod } from '@bufbuild/protobuf';

/** A method as its service and itself, like MessageService/SendMessages. */
export const methodName = ({ parent, name }: Pick<DescMethod, 'parent' | 'name'>): string =>
  `${parent.name}/${name}`;
