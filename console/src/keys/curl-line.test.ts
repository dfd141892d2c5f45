import { execFileSync } from 'node:child_process'
import type { CreationConfiguration, FieldRules } from '@tocsin/contract/api/configuration.ts'
import { checkCreation } from '@tocsin/contract/rules/check-creation.ts'
import { expect, test } from 'vitest'
import { curlCreation, exampleCreation } from './curl-line.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const now = '2026-09-30T12:00:00.000Z'
const options = { clientRequestId: id(1), now, locationId: id(2) }

function configurationOf(byDefault: FieldRules, ofType: FieldRules = byDefault): CreationConfiguration {
  return {
    revision: 1,
    publishedAt: now,
    types: [
      { id: id(10), name: 'Former', active: false, profileId: null },
      { id: id(11), name: 'Cold chain', active: true, profileId: id(21) },
    ],
    categories: [
      { id: id(30), typeId: id(10), name: 'Former', active: true },
      { id: id(31), typeId: id(11), name: 'Freezer', active: true },
    ],
    profiles: [
      { id: id(20), name: 'Standard', fields: byDefault },
      { id: id(21), name: 'Cold', fields: ofType },
    ],
    defaultProfileId: id(20),
  }
}

const required = { rule: 'required' } as const

test.each<[string, CreationConfiguration]>([
  ['requires nothing', configurationOf({})],
  ['requires a name', configurationOf({ name: required })],
  ['hides the name', configurationOf({ name: { rule: 'hidden' } })],
  ['sets the name', configurationOf({ name: { rule: 'readOnly', default: 'Alarm' } })],
  [
    'requires everything',
    configurationOf({
      name: required,
      description: required,
      typeId: required,
      categoryId: required,
      priority: required,
      locationId: required,
      occurredAt: required,
    }),
  ],
  [
    'requires more fields once the type is known',
    configurationOf({ typeId: required }, { categoryId: required, name: { rule: 'hidden' } }),
  ],
  ['sets the type', configurationOf({ typeId: { rule: 'readOnly', default: id(11) }, categoryId: required })],
])('exampleCreation returns an incident that is valid for a form that %s', (_, configuration) => {
  const body = exampleCreation(configuration, options)
  expect(checkCreation(configuration, body, now).violations).toEqual([])
})

test('curlCreation quotes the request body so that a shell passes the body to curl unchanged', () => {
  const body = { clientRequestId: id(1), name: `it's "warm" $HOME \`id\`` }
  const line = curlCreation('http://127.0.0.1:8080/api/v1', 'tocsin_1_2', body)
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${line}`
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0')
  expect(JSON.parse(words[words.indexOf('-d') + 1]!)).toEqual(body)
  expect(words).toContain('x-api-key: tocsin_1_2')
})
