/** Picture formats that every browser draws. SVG is missing, because it can contain scripts. */
const shown: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

export const isShownByBrowsers = (contentType: string): boolean => shown.has(contentType)
