// The name that gateway and core use for a method of the contract.
import type { DescMethod } from '@bufbuild/protobuf';

/** Service and method, like MessageService/SendMessages. */
export const methodName = ({ parent, name }: Pick<DescMethod, 'parent' | 'name'>): string =>
  `${parent.name}/${name}`;
