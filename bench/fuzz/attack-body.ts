import { hostileBodies, hostileValues } from './hostile-json.ts'
import type { RawRequest } from './send.ts'
import type { ValidRequest } from './valid-request.ts'

/**
 * Hostile request. The fuzzer may send it several times and calls `make` each time, so that each copy can have new ids.
 */
export interface Attack {
  name: string
  make: (valid: ValidRequest) => RawRequest
}

const placeholder = '@hostile@'
const json = (valid: ValidRequest, body: string | Buffer): RawRequest => ({
  ...valid,
  headers: [...valid.headers.filter(([name]) => name !== 'content-type'), ['content-type', 'application/json']],
  body: Buffer.from(body as string),
})

/**
 * Makes attacks that send a hostile body with the content type JSON, even to routes that accept other content types.
 */
export function* attackBody(): Generator<Attack> {
  for (const [what, text] of Object.entries(hostileBodies)) {
    yield { name: `body: ${what}`, make: (valid) => json(valid, text()) }
  }
  yield { name: 'body: invalid UTF-8', make: (valid) => json(valid, Buffer.alloc(900_000, 0xff)) }
  yield { name: 'body: UTF-16', make: (valid) => json(valid, Buffer.from('{"name":"a"}', 'utf16le')) }
  const chunked = { 'one byte': 1, '16 bytes': 16, '1 KiB': 1024 }
  for (const [size, chunkBytes] of Object.entries(chunked)) {
    const make = (valid: ValidRequest) => ({ ...json(valid, `"${'a'.repeat(100_000)}"`), chunkBytes })
    yield { name: `body: 100,000 bytes in chunks of ${size}`, make }
  }
}

/**
 * Makes attacks that start from a valid JSON body. They replace a value by hostile JSON, repeat the items of an array,
 * or add many unknown fields.
 */
export function* attackFields(example: unknown): Generator<Attack> {
  if (example === undefined) return
  for (const pointer of pointersOf(example)) {
    for (const [what, text] of Object.entries(hostileValues)) {
      const make = (valid: ValidRequest) =>
        json(valid, JSON.stringify(replaceAt(valid.json, pointer, placeholder)).replace(`"${placeholder}"`, text))
      yield { name: `body /${pointer.join('/')}: ${what}`, make }
    }
    if (Array.isArray(valueAt(example, pointer))) yield repeatItems(pointer)
  }
  yield {
    name: 'body: 50,000 unknown fields beside the known ones',
    make: (valid) => {
      const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`unknown${index}`, 1]))
      return json(valid, JSON.stringify({ ...(valid.json as object), ...unknown }))
    },
  }
}

/**
 * Makes an attack that fills an array of the body with about 900,000 bytes of valid items. Each item has a different
 * id.
 */
const repeatItems = (pointer: string[]): Attack => ({
  name: `body /${pointer.join('/')}: 900,000 bytes of valid items`,
  make: (valid) => {
    const [item] = valueAt(valid.json, pointer) as unknown[]
    const text = JSON.stringify(item ?? {})
    const count = Math.floor(900_000 / (text.length + 1))
    const items = Array.from({ length: count }, (_, index) => renumber(text, index))
    const body = JSON.stringify(replaceAt(valid.json, pointer, placeholder))
    return json(
      valid,
      body.replace(`"${placeholder}"`, () => `[${items.join()}]`),
    )
  },
})

/**
 * Replaces the id in the JSON text of an array item by an id that depends on `index`. The item must be an id, or an
 * object that begins with the field `id`. Any other item stays unchanged.
 */
const renumber = (item: string, index: number): string =>
  item.replace(/^(\{"id":)?"[0-9a-f]{8}-/, (start) => start.replace(/[0-9a-f]{8}-$/, `${hex(index)}-`))

const hex = (index: number): string => index.toString(16).padStart(8, '0')

function pointersOf(value: unknown, pointer: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [pointer]
  const inner = Array.isArray(value) ? firstOfEachShape(value) : Object.entries(value)
  return [
    ...(pointer.length > 0 ? [pointer] : []),
    ...inner.flatMap(([name, item]) => pointersOf(item, [...pointer, name])),
  ]
}

/** Returns the index and the value of the first item of each shape. Items with the same fields have the same shape. */
function firstOfEachShape(items: unknown[]): [string, unknown][] {
  const shapes = items.map(shapeOf)
  return Object.entries(items).filter((_, index) => shapes.indexOf(shapes[index]!) === index)
}

const shapeOf = (item: unknown): string =>
  typeof item === 'object' && item !== null ? Object.keys(item).join() : typeof item

const valueAt = (value: unknown, pointer: string[]): unknown =>
  pointer.reduce((inner, name) => (inner as Record<string, unknown>)?.[name], value)

function replaceAt(value: unknown, [name, ...rest]: string[], replacement: unknown): unknown {
  if (name === undefined) return replacement
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[name] = replaceAt(copy[name], rest, replacement)
  return copy
}
