/** Line drawings on a grid of 24, in the text's colour; always next to words, so hidden from screen readers. */
const PATHS = {
  alert: 'M12 4 2.8 20h18.4z M12 10v4 M12 17h.01',
  arrowDown: 'M12 5v14 M6 13l6 6 6-6',
  arrowUp: 'M12 19V5 M6 11l6-6 6 6',
  bell: 'M6 9a6 6 0 0 1 12 0c0 6 2 7 2 7H4s2-1 2-7 M10 20h4',
  board: 'M4 4h4v16H4z M10 4h4v10h-4z M16 4h4v13h-4z',
  calendar: 'M4 6h16v14H4z M4 10h16 M8 3v5 M16 3v5',
  chart: 'M4 20h16 M7 16v-5 M12 16V6 M17 16v-8',
  chat: 'M4 5h16v11H9l-5 4z',
  check: 'M5 13l4 4L19 7',
  close: 'M6 6l12 12 M18 6L6 18',
  columns: 'M4 5h16v14H4z M9.5 5v14 M14.5 5v14',
  copy: 'M9 9h10v11H9z M5 15V4h10',
  download: 'M12 4v11 M7 11l5 5 5-5 M5 20h14',
  devices: 'M3 5h13v9H3z M7 18h5 M9.5 14v4 M18 9h3v10h-5v-2',
  edit: 'M4 20h4L19 9l-4-4L4 16z',
  pipeline: 'M4 5h16l-6 8v5l-4 2v-7z',
  fold: 'M4 5h16v14H4z M9 5v14 M16 9l-3 3 3 3',
  unfold: 'M4 5h16v14H4z M9 5v14 M13 9l3 3-3 3',
  inbox: 'M4 13l3-8h10l3 8v6H4z M4 13h5l1.5 3h3L15 13h5',
  key: 'M8 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M11 13l8-8 M16 8l3 3 M14 10l2 2',
  leave: 'M10 4H5v16h5 M14 8l4 4-4 4 M18 12H9',
  list: 'M8 6h12 M8 12h12 M8 18h12 M4 6h.01 M4 12h.01 M4 18h.01',
  mail: 'M3 6h18v12H3z M3 7l9 7 9-7',
  menu: 'M4 7h16 M4 12h16 M4 17h16',
  merge: 'M6 4v5c0 3 6 4 6 7v4 M18 4v5c0 3-6 4-6 7',
  missed:
    'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A15 15 0 0 1 3 6a2 2 0 0 1 2-2z M15 4l5 5 M20 4l-5 5',
  move: 'M4 12h15 M13 6l6 6-6 6',
  more: 'M5 12.5a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1z M12 12.5a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1z M19 12.5a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6 M16 4.5a3.5 3.5 0 0 1 0 6 M18 14.5c2 .8 3.2 2.6 3.5 5.5',
  phone: 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A15 15 0 0 1 3 6a2 2 0 0 1 2-2z',
  plus: 'M12 5v14 M5 12h14',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14z M16 16l4 4',
  source: 'M3 8h10 M9 4l4 4-4 4 M3 16h7 M14 4h7v16H10v-4',
  team: 'M12 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6z M6 20c.5-4 3-6 6-6s5.5 2 6 6 M4.5 12a2 2 0 1 0 0-4 M2 17c0-1.5.8-2.5 2-3 M19.5 12a2 2 0 1 1 0-4 M22 17c0-1.5-.8-2.5-2-3',
  timer: 'M12 21a8 8 0 1 0 0-16 8 8 0 0 0 0 16z M12 9v4l2.5 2 M9 2h6',
  trash: 'M5 7h14 M9 7V4h6v3 M7 7l1 13h8l1-13',
  upload: 'M12 16V5 M7 9l5-5 5 5 M5 20h14',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
