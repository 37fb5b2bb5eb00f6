let page = '';
let unread = 0;

const show = (): void => void (document.title = `${unread > 0 ? `(${unread}) ` : ''}${page}Entrada`);

/** Shows the kind of page in the tab's title; never personal data, because the browser keeps titles. */
export function showPageTitle(title: string): void {
  page = `${title} · `;
  show();
}

/** Shows the number of unread notifications in front, for people in another tab. */
export function showUnread(count: number): void {
  unread = count;
  show();
}
