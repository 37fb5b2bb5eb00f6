let page = '';
let unread = 0;

const show = (): void => void (document.title = `${unread > 0 ? `(${unread}) ` : ''}${page}Entrada`);

/** Shows the kind of page in the title of the tab; never personal data, because the browser keeps titles. */
export function showPageTitle(title: string): void {
  page = `${title} · `;
  show();
}

/** Shows before it how many notifications are unread, for those who look at another tab. */
export function showUnread(count: number): void {
  unread = count;
  show();
}
