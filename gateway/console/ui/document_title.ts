// The title of the window: how much is unread, and the page.
let page = '';
let unread = 0;

function show(): void {
  const count = unread > 99 ? '99+' : String(unread);
  document.title = `${unread > 0 ? `(${count}) ` : ''}${page} · Textrelay`;
}

export function nameWindow(title: string): void {
  page = title;
  show();
}

/** Shows before the title how many threads are unread. */
export function countInTitle(threads: number): void {
  unread = threads;
  if (page !== '') show();
}
