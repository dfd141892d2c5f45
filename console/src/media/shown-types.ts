/** Picture formats that every browser can draw. SVG is left out, because an SVG file can contain scripts. */
const shown: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

export const isShownByBrowsers = (contentType: string): boolean => shown.has(contentType)
