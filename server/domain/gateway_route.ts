// For whom route gateway exists, as far as the configuration decides it. Which numbers an account has is in the
// database; whether a carrier is up plays no part, as with devices.

/** The configured carriers, as a route sees them. */
export interface GatewayRoute {
  /** The carriers' names: an account with a number on one of them has route gateway. */
  carriers: readonly string[];
  /** A carrier has a sender for accounts without a number: every account has route gateway. */
  isShared: boolean;
}

/** No carrier is configured: nobody has route gateway. */
export const noGateway: GatewayRoute = { carriers: [], isShared: false };

/** Reads it from the configured carriers. */
export const gatewayRouteOf = (
  carriers: readonly { name: string; sender: string | null }[],
): GatewayRoute => ({
  carriers: carriers.map(({ name }) => name),
  isShared: carriers.some(({ sender }) => sender !== null),
});
