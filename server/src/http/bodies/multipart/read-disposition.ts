/** Parameters of a part's Content-Disposition, one byte per character. */
export interface Disposition {
  name: string | undefined
  fileName: string | undefined
}

const name = String.raw`;[ \t]*([\w!#$&+\-.^\x60|~*]+)[ \t]*=[ \t]*`
const bare = String.raw`([^";]*)[ \t]*`
/** Grammar of RFC 7230, as curl writes it: a backslash escapes a quotation mark or backslash. */
const escaping = new RegExp(String.raw`${name}(?:"((?:[^"\\]|\\.)*)"|${bare})[ \t]*`, 'sy')
/** Grammar of HTML, as browsers write it: a backslash is literal, even at the end of a file name. */
const literal = new RegExp(String.raw`${name}(?:"([^"]*)"|${bare})[ \t]*`, 'y')

/**
 * Reads a `Content-Disposition: form-data`. Prefers `filename*`, in UTF-8 only: RFC 7578 forbids it, but HTTP clients send
 * it beside a `filename` whose non-ASCII characters are replaced.
 * @returns undefined when the header cannot be read or repeats a parameter.
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

/** Reverts the escapes of browsers in names and file names. @see HTML, multipart/form-data encoding algorithm */
const revertBrowserEscapes = (value: string | undefined): string | undefined =>
  value?.replace(/%22|%0D|%0A/g, (code) => browserEscapes[code]!)

/** Extended value of RFC 8187, in UTF-8 only. */
const isExtended = /^utf-8'[a-z0-9-]*'(?:%[0-9a-f]{2}|[\w!#$&+\-.^`|~])*$/i

const bytesOf = (extended: string): string =>
  extended
    .slice(extended.lastIndexOf("'") + 1)
    .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
