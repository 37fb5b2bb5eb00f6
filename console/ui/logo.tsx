export function Logo() {
  return (
    <p class="logo">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" class="logo-ground" />
        <path d="M8 9h16l-6.2 7.6v5.2L14.2 24v-7.4z" class="logo-sign" />
      </svg>
      <span>Entrada</span>
    </p>
  );
}
