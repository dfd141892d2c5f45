import { describe, expect, test } from 'vitest'
import { checkResponse } from './support/check-response.ts'
import { apiKey, integration } from './support/client.ts'
import { openApi, type DocumentedOperation, type DocumentedParameter } from './support/openapi-document.ts'
import { specifiedOperations } from './support/operations.ts'

const documented = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    operation,
    parameters: operation.parameters ?? [],
  })),
)

/** Returns the JSON schema of the body of an operation; undefined if the operation has no JSON body. */
function bodySchema({ requestBody }: DocumentedOperation) {
  const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1)
  return name === undefined ? undefined : openApi.components.schemas[name]!
}

const isRequiredId = ({ required, schema }: DocumentedParameter): boolean =>
  required === true && schema.format === 'uuid'

describe('examples', () => {
  test('every parameter in /openapi.json has an example', () => {
    const missing = documented.flatMap(({ id, parameters }) =>
      parameters.filter(({ example }) => example === undefined).map(({ name }) => `${id} ${name}`),
    )
    expect(missing).toEqual([])
  })

  test('every JSON body in /openapi.json has an example', () => {
    const schemas = documented.map(({ id, operation }) => ({ id, schema: bodySchema(operation) }))
    expect(schemas.filter(({ schema }) => schema && schema.example === undefined).map(({ id }) => id)).toEqual([])
  })

  const independent = documented.filter(
    ({ id, parameters }) => id !== 'create-comment' && !parameters.some(isRequiredId),
  )

  test.each(independent)(
    '$id succeeds with the examples of /openapi.json as its parameters and body',
    async (found) => {
      const path = found.parameters
        .filter((parameter) => parameter.in === 'path')
        .reduce((template, { name, example }) => template.replace(`{${name}}`, String(example)), found.path)
      const example = bodySchema(found.operation)?.example

      const response = await fetch(openApi.servers[0]!.url + path, {
        method: found.method,
        headers: { 'x-api-key': apiKey, ...(example !== undefined && { 'content-type': 'application/json' }) },
        ...(example !== undefined && { body: JSON.stringify(example) }),
      })

      expect(`${response.status} ${await response.text()}`).toMatch(/^20[01] /)
    },
  )
})

describe('extensions', () => {
  test('/openapi.json marks exactly the parameters outside the contract as extensions', () => {
    const specified = new Set(specifiedOperations.map(({ id }) => id))
    const marks = documented
      .filter(({ id }) => specified.has(id))
      .flatMap(({ parameters }) => parameters.map((parameter) => [parameter.name, parameter['x-tocsin-origin']]))

    expect(marks.filter(([, origin]) => origin !== 'specification')).toEqual([
      ['cursor', 'extension'],
      ['state', 'extension'],
      ['externalId', 'extension'],
      ['number', 'extension'],
      ['createdFrom', 'extension'],
      ['createdUntil', 'extension'],
      ['prefer', 'extension'],
      ['cursor', 'extension'],
      // Header of create-comment, update-comment and delete-comment.
      ['idempotency-key', 'extension'],
      ['idempotency-key', 'extension'],
      ['idempotency-key', 'extension'],
    ])
  })
})

/** Checks a JSON body with `checkResponse`, as if the body were the response of list-workflow-states. */
function checkStates(status: number, contentType: string, body: unknown): void {
  const headers = new Headers({
    'x-request-id': 'order-17',
    'cache-control': 'no-store',
    'content-type': contentType,
  })
  checkResponse('GET', '/api/v1/workflow-states', { status, headers, text: JSON.stringify(body) })
}

const problemOf = (code: string) => ({
  type: `urn:tocsin:problem:${code}`,
  title: 'The server failed',
  status: 500,
  detail: 'Report the requestId.',
  code,
  requestId: 'order-17',
  errors: [],
})

describe('the check of every response in these specs', () => {
  test('checkResponse, which the specs call for every response, rejects an undocumented member of a body', async () => {
    const { body } = await integration.get<{ data: object[] }>('/workflow-states')
    const check = (changes: object) => () => checkStates(200, 'application/json', { ...body, ...changes })

    expect(check({})).not.toThrow()
    expect(check({ later: 1 })).toThrow(/additional properties/)
    expect(check({ data: [{ ...body.data[0], later: 1 }] })).toThrow(/additional properties/)
  })

  test('checkResponse, which the specs call for every response, rejects an undocumented problem code', () => {
    const type = 'application/problem+json'

    expect(() => checkStates(500, type, problemOf('internal_error'))).not.toThrow()
    expect(() => checkStates(500, type, problemOf('later'))).toThrow(/allowed values/)
  })
})
