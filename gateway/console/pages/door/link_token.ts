// The token of a sign-up link: it stands behind the #, so that no server sees it, and leaves the address bar at once.
let token: string | null = null;

/** Takes the token out of the address; returns it, or the one that was taken before. */
export function takeToken(): string | null {
  const found = decodeURIComponent(location.hash.slice(1)).replace(/^token=/, '');
  if (found !== '') {
    token = found;
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return token;
}
