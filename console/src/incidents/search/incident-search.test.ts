import { expect, test } from 'vitest'
import { readSearch } from '../../api/search-parameters.ts'
import { isFiltered, queryOf, readIncidentSearch, textOf } from './incident-search.ts'

const id = '0199a3c4-5d1e-7c52-9a0b-3f6f2a1c8e77'
const user = '0199a3c0-0a4b-7b06-9c1d-2e8f7a5b3c44'

test('readIncidentSearch drops unknown parameters, and values that the API would reject', () => {
  const search = readIncidentSearch({
    priority: ['MAJOR', 'URGENT', 'MAJOR'],
    typeId: 'none',
    stateId: id,
    startAt: '2026-02-30T00:00:00Z',
    assigned: 'perhaps',
    sort: 'colour,-priority,priority,name',
    nonsense: 'x',
  })
  expect(queryOf(search, user)).toEqual({ priority: ['MAJOR'], stateId: [id], sort: '-priority,name' })
  expect(Object.keys(search)).toContain('typeId')
  expect(isFiltered(search)).toBe(true)
})

test('a URL with an empty search finds all incidents in the default order, newest first', () => {
  const search = readIncidentSearch({ sort: '-createdAt', q: '' })
  expect(queryOf(search, user)).toEqual({})
  expect(isFiltered(search)).toBe(false)
  expect(textOf(search)).toBe('')
})

test('queryOf replaces the assignee “me” by the signed-in user and escapes a tag that starts with “in:”', () => {
  const search = readIncidentSearch({ assigneeId: ['me', id], tags: 'in:transit' })
  expect(queryOf(search, user)).toEqual({ assigneeId: [user, id], tags: ['in:in:transit'] })
})

test('a search for #1042 finds incident 1042 despite any filters; a search for 1042 finds the digits in names', () => {
  expect(queryOf(readIncidentSearch({ q: ' #1042 ', state: 'open' }), user)).toEqual({ number: '1042' })
  expect(queryOf(readIncidentSearch({ q: '1042' }), user)).toEqual({ q: '1042' })
  expect(queryOf(readIncidentSearch({ q: '#1042 freezer' }), user)).toEqual({ q: '#1042 freezer' })
})

test('textOf returns the same text for two searches whose parameters differ only in order', () => {
  const one = readIncidentSearch({ q: 'door', priority: 'MAJOR' })
  const other = readIncidentSearch({ priority: ['MAJOR'], q: 'door', sort: '-createdAt' })
  expect(textOf(one)).toBe('priority=MAJOR&q=door')
  expect(textOf(other)).toBe(textOf(one))
})

test('queryOf replaces a period such as the last 7 days by its first instant, and textOf keeps the period', () => {
  const search = readIncidentSearch({ createdFrom: 'last7Days', occurredUntil: '2026-03-01T00:00:00Z' })
  const { createdFrom, ...others } = queryOf(search, user)
  expect(createdFrom).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/)
  expect(others).toEqual({ occurredUntil: '2026-03-01T00:00:00.000Z' })
  expect(readIncidentSearch(readSearch(textOf(search)))).toEqual(search)
})
