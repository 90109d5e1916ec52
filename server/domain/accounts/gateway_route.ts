// What the configuration says about whether an account has route gateway, and may have simulators. The account's
// numbers are in the database. Whether a carrier is up does not matter here, as with devices.
import { simulatedWord } from '../carriers/simulators.ts';

/** The configured carriers, as a route sees them. */
export interface GatewayRoute {
  /** The carriers' names: an account with a number on one of them has route gateway. */
  carriers: readonly string[];
  /** A carrier has a sender for accounts without a number: every account has route gateway. */
  isShared: boolean;
  /** The carriers that deliver nothing. None of them has a sender for accounts without a number. */
  simulated: readonly string[];
  /** Accounts without a real route may have simulators; false in production. */
  maySimulate: boolean;
}

/** No carrier is configured: nobody has route gateway. */
export const noGateway: GatewayRoute = { carriers: [], isShared: false, simulated: [], maySimulate: true };

/** Reads it from the configured carriers. */
export const gatewayRouteOf = (
  carriers: readonly { name: string; sender: string | null; kind: { kind: string } }[],
  isProduction: boolean,
): GatewayRoute => ({
  carriers: carriers.map(({ name }) => name),
  isShared: carriers.some(({ sender }) => sender !== null),
  simulated: carriers.filter(({ kind }) => kind.kind === simulatedWord).map(({ name }) => name),
  maySimulate: !isProduction,
});
