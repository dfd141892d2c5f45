import Type from 'typebox'

/** Entity tags of an `If-Match` header, without quotes. `*` stands for any version. */
export type IfMatch = '*' | string[]

const tag = String.raw`(?:W/)?"[^"]*"`

export const ifMatchPattern = `^\\s*(?:\\*|${tag}(?:\\s*,\\s*${tag})*)\\s*$`

/** Header `If-Match`: one entity tag, several separated by commas, or `*`. */
export const IfMatchHeader = Type.String({
  pattern: ifMatchPattern,
  description:
    'ETag of the version on which the change is based. If the incident has another version, nothing changes.',
  examples: ['"3"'],
})

/**
 * Reads an `If-Match` header that matches `IfMatchHeader`. Weak tags (`W/"3"`) are dropped, because they match nothing.
 * @returns undefined if the request has no such header.
 * @see RFC 9110, 13.1.1
 */
export function readIfMatch(header: string | undefined): IfMatch | undefined {
  if (header === undefined) return undefined
  if (header.trim() === '*') return '*'
  return Array.from(header.matchAll(/(W\/)?"([^"]*)"/g)).flatMap(([, weak, value]) => (weak ? [] : [value!]))
}

/** Returns true if `ifMatch` contains the version. A request without `If-Match` matches every version. */
export const matchesVersion = (ifMatch: IfMatch | undefined, version: number): boolean =>
  ifMatch === undefined || ifMatch === '*' || ifMatch.includes(String(version))
