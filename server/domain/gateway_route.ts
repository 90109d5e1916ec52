// Which accounts route gateway exists for, as far as the configuration decides it, and what simulators may be given. Which numbers
// an account has is in the database; whether a carrier is up plays no part, as with devices.
import { simulatedWord } from './simulators.ts';

/** Some of the configured carriers, as a route sees them. */
interface CarrierNames {
  /** The carriers' names: an account with a number on one of them has route gateway. */
  carriers: readonly string[];
  /** A carrier has a sender for accounts without a number: every account has route gateway. */
  isShared: boolean;
}

/** The configured carriers, as a route sees them. */
export interface GatewayRoute extends CarrierNames {
  /** The same of simulated ones, which are not among the others. */
  simulated: CarrierNames;
  /** False in production: simulated devices are no way out, not even for magic numbers. */
  hasSimulatedDevices: boolean;
}

/** No carrier is configured: nobody has route gateway. */
export const noGateway: GatewayRoute = {
  carriers: [],
  isShared: false,
  simulated: { carriers: [], isShared: false },
  hasSimulatedDevices: true,
};

const namesOf = (carriers: readonly { name: string; sender: string | null }[]): CarrierNames => ({
  carriers: carriers.map(({ name }) => name),
  isShared: carriers.some(({ sender }) => sender !== null),
});

/** Reads it from the configured carriers. */
export const gatewayRouteOf = (
  carriers: readonly { name: string; sender: string | null; kind: { kind: string } }[],
  isProduction: boolean,
): GatewayRoute => ({
  ...namesOf(carriers.filter(({ kind }) => kind.kind !== simulatedWord)),
  simulated: namesOf(carriers.filter(({ kind }) => kind.kind === simulatedWord)),
  hasSimulatedDevices: !isProduction,
});
