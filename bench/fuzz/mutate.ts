import fc from 'fast-check'
import type { Attack } from './attack-body.ts'
import type { RawRequest } from './send.ts'
import type { ValidRequest } from './valid-request.ts'

/**
 * Makes attacks that change a valid request at random.
 * @param seed seed of the random numbers. Two calls with the same seed make the same changes.
 * @param count number of attacks.
 */
export function mutate(seed: number, count: number): Attack[] {
  return fc
    .sample(mutation, { seed, numRuns: count })
    .map((change, index) => ({ name: `random ${index}`, make: (valid) => apply(change, valid) }))
}

const json = fc.jsonValue({ maxDepth: 6 })
const text = fc.string({ unit: 'binary', maxLength: 40 })
const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 40 })

const mutation = fc.oneof(
  // Sets fields of the body. In each pair, the number selects a field, and the JSON value becomes the value of this
  // field.
  fc.record({
    kind: fc.constant('fields' as const),
    fields: fc.array(fc.tuple(fc.nat(50), json), { minLength: 1, maxLength: 5 }),
    unknown: fc.dictionary(text, json, { maxKeys: 3 }),
  }),
  fc.record({
    kind: fc.constant('query' as const),
    parameters: fc.array(fc.tuple(fc.nat(50), text), { minLength: 1, maxLength: 8 }),
  }),
  fc.record({
    kind: fc.constant('bytes' as const),
    /**
     * Bytes to overwrite in the body: pairs of a position, from 0 (start of the body) to 1 (its end), and the new
     * bytes.
     */
    edits: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.uint8Array({ maxLength: 8 })), {
      minLength: 1,
      maxLength: 5,
    }),
  }),
  fc.record({ kind: fc.constant('headers' as const), headers: fc.dictionary(token(), printable, { maxKeys: 6 }) }),
)
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never

function token() {
  const known = [
    'accept',
    'content-type',
    'if-match',
    'if-none-match',
    'range',
    'prefer',
    'cookie',
    'origin',
    'idempotency-key',
  ]
  return fc.oneof(fc.constantFrom(...known), fc.stringMatching(/^[a-z][a-z-]{0,12}$/))
}

function apply(change: Mutation, valid: ValidRequest): RawRequest {
  if (change.kind === 'headers') {
    return { ...valid, headers: [...valid.headers, ...Object.entries(change.headers)] }
  }
  if (change.kind === 'query') {
    const pairs = change.parameters.map(([index, value]) => {
      const name = valid.queryNames[index % Math.max(1, valid.queryNames.length)] ?? 'q'
      return `${name}=${encodeURIComponent(value.toWellFormed())}`
    })
    return { ...valid, path: `${valid.path}${valid.path.includes('?') ? '&' : '?'}${pairs.join('&')}` }
  }
  if (change.kind === 'fields' && typeof valid.json === 'object') {
    const names = Object.keys(valid.json ?? {})
    const fields = change.fields.map(([index, value]) => [names[index % names.length], value] as const)
    const body = { ...valid.json, ...Object.fromEntries(fields.filter(([name]) => name)), ...change.unknown }
    return { ...valid, body: Buffer.from(JSON.stringify(body)) }
  }
  return { ...valid, body: editBytes(valid.body ?? Buffer.from('{}'), change.kind === 'bytes' ? change.edits : []) }
}

function editBytes(body: Buffer, edits: [number, Uint8Array][]): Buffer {
  return edits.reduce((bytes, [share, piece]) => {
    const at = Math.floor(share * bytes.length)
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(Math.min(bytes.length, at + piece.length))])
  }, body)
}
