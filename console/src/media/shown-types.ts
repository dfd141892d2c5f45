/** Pictures that every browser draws, and that are nothing but pictures: an SVG can carry a program, and is only a file. */
const shown: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

export const isShownByBrowsers = (contentType: string): boolean => shown.has(contentType)
