/** Field name and file name from the Content-Disposition header of a part. Each character stands for one byte. */
export interface Disposition {
  name: string | undefined
  fileName: string | undefined
}

const name = String.raw`;[ \t]*([\w!#$&+\-.^\x60|~*]+)[ \t]*=[ \t]*`
const bare = String.raw`([^";]*)[ \t]*`
/** Grammar of RFC 7230, as curl writes the header. A backslash escapes a quotation mark or a backslash. */
const escaping = new RegExp(String.raw`${name}(?:"((?:[^"\\]|\\.)*)"|${bare})[ \t]*`, 'sy')
/**
 * Grammar of HTML, as browsers write the header. A backslash is a literal character, even at the end of a file name.
 */
const literal = new RegExp(String.raw`${name}(?:"([^"]*)"|${bare})[ \t]*`, 'y')

/**
 * Reads a `Content-Disposition: form-data` header. Prefers the parameter `filename*` to `filename`. RFC 7578 forbids
 * `filename*`. Some HTTP clients still send it, beside a `filename` whose non-ASCII characters are replaced.
 * @returns undefined when the header cannot be parsed or repeats a parameter, or when `filename*` is not UTF-8.
 */
export function readDisposition(header: string): Disposition | undefined {
  const [type] = /^[^;]*/.exec(header)!
  if (type.trim().toLowerCase() !== 'form-data') return undefined
  const text = header.slice(type.length).trimEnd().replace(/;$/, '')
  const escaped = readParameters(escaping, text)
  const parameters = escaped ? mapValues(escaped, unescape) : readParameters(literal, text)
  if (!parameters) return undefined
  const extended = parameters.get('filename*')
  if (extended !== undefined && !isExtended.test(extended)) return undefined
  return {
    name: revertBrowserEscapes(parameters.get('name')),
    fileName: extended === undefined ? revertBrowserEscapes(parameters.get('filename')) : bytesOf(extended),
  }
}

function readParameters(grammar: RegExp, text: string): Map<string, string> | undefined {
  const parameters = new Map<string, string>()
  grammar.lastIndex = 0
  let end = 0
  for (let match = grammar.exec(text); match; match = grammar.exec(text)) {
    const [whole, key = '', quoted, plain = ''] = match
    if (parameters.has(key.toLowerCase())) return undefined
    parameters.set(key.toLowerCase(), quoted ?? plain.trimEnd())
    end += whole.length
  }
  return end === text.length ? parameters : undefined
}

const mapValues = (map: Map<string, string>, change: (value: string) => string): Map<string, string> =>
  new Map([...map].map(([key, value]) => [key, change(value)]))

const unescape = (value: string): string => value.replace(/\\(["\\])/g, '$1')

const browserEscapes: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' }

/**
 * Reverts the percent-encoding with which browsers escape three characters in names and file names.
 * @see HTML, multipart/form-data encoding algorithm
 */
const revertBrowserEscapes = (value: string | undefined): string | undefined =>
  value?.replace(/%22|%0D|%0A/g, (code) => browserEscapes[code]!)

/** Matches an extended value of RFC 8187, in UTF-8 only. */
const isExtended = /^utf-8'[a-z0-9-]*'(?:%[0-9a-f]{2}|[\w!#$&+\-.^`|~])*$/i

const bytesOf = (extended: string): string =>
  extended
    .slice(extended.lastIndexOf("'") + 1)
    .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
