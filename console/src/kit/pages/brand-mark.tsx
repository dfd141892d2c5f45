/** Product icon, a bell, as inline SVG. An inline SVG needs no request. */
export const BrandMark = ({ sizePx }: { sizePx: number }) => (
  <svg viewBox="0 0 32 32" width={sizePx} height={sizePx} style={{ flexShrink: 0 }} aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#115e6e" />
    <path d="M16 6a7 7 0 0 0-7 7v5l-2 3.5h18L23 18v-5a7 7 0 0 0-7-7Z" fill="#fff" />
    <path d="M13 24a3 3 0 0 0 6 0Z" fill="#f2b84b" />
  </svg>
)
