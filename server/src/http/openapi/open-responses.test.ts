import { Ajv2020 } from 'ajv/dist/2020.js'
import { priorities } from '@tocsin/contract/priorities.ts'
import { expect, test } from 'vitest'
import type { Document, Schema } from './document.ts'
import { openResponses } from './open-responses.ts'

const object = (properties: Schema): Schema => ({ type: 'object', additionalProperties: false, properties })
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

const request = object({ kind: { type: 'string', enum: ['note'] }, shared: ref('Shared') })
const response = object({
  kind: { type: 'string', enum: ['note'], description: 'Kind of the entry.' },
  priority: { type: 'string', enum: [...priorities] },
  shared: ref('Shared'),
  inner: { type: 'array', items: object({ id: { type: 'string' } }) },
})

/** Makes a document with one operation whose request and response both contain the schema `Shared`. */
function openedDocument() {
  const document = {
    paths: {
      '/notes': {
        post: {
          requestBody: { content: { 'application/json': { schema: ref('Request') } } },
          responses: { 200: { content: { 'application/json': { schema: ref('Answer') } } } },
        },
      },
    },
    components: {
      schemas: { Request: request, Answer: response, Shared: object({ code: { type: 'string', enum: ['old'] } }) },
    },
  }
  openResponses(document as unknown as Document)
  return document
}

/** Returns a function that validates a value against a named schema of the opened document. */
function checkOf(name: string) {
  const ajv = new Ajv2020({ strict: false }).addSchema(openedDocument(), 'document')
  return (value: unknown) => ajv.validate(`document#/components/schemas/${name}`, value)
}

test.each([
  ['an unlisted member', { later: 1 }],
  ['an unlisted member of an inner object', { inner: [{ id: 'x', later: 1 }] }],
  ['an unlisted member of a schema that requests use, too', { shared: { later: 1 } }],
  ['an unlisted value of an enum', { kind: 'later' }],
  ['an unlisted value of an enum in a schema that requests use, too', { shared: { code: 'later' } }],
])('the schema of a response accepts what a later version may add: %s', (_, value) => {
  expect(checkOf('Answer')(value)).toBe(true)
})

test.each([
  ['an unlisted member', { later: 1 }],
  ['an unlisted member of a schema that responses use, too', { shared: { later: 1 } }],
  ['an unlisted value of an enum', { kind: 'later' }],
  ['an unlisted value of an enum in a schema that responses use, too', { shared: { code: 'later' } }],
])('the schema of a request rejects %s', (_, value) => {
  expect(checkOf('Request')({ kind: 'note', shared: { code: 'old' } })).toBe(true)
  expect(checkOf('Request')(value)).toBe(false)
})

test('the schema of a response lists the known values of an enum, both for tools and in the description', () => {
  expect(openedDocument().components.schemas.Answer).toMatchObject({
    properties: {
      kind: {
        'x-extensible-enum': ['note'],
        description: 'Kind of the entry. Known values: `note`. Later versions may add values.',
      },
    },
  })
})

test('the schema of a response accepts only the four priorities, because the specification fixes them', () => {
  expect(checkOf('Answer')({ priority: 'MAJOR' })).toBe(true)
  expect(checkOf('Answer')({ priority: 'later' })).toBe(false)
})
