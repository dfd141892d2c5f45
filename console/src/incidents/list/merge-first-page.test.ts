import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { expect, test } from 'vitest'
import { mergeFirstPage } from './merge-first-page.ts'
import type { IncidentPage, IncidentPages } from '../queries.ts'

const rowOf = (id: string, name = id, version = 1) => ({ id, name, version }) as IncidentResponse
const pageOf = (ids: string, next?: string): IncidentPage => ({ items: [...ids].map((id) => rowOf(id)), next })
const before: IncidentPages = { pages: [pageOf('abc', 'c'), pageOf('def', 'f')], pageParams: [undefined, 'c'] }

const shown = ({ pages }: IncidentPages) => pages.map(({ items }) => items.map(({ name }) => name).join(''))
const merge = (head: IncidentPage, changedIds = '', changed: [string, IncidentResponse | null][] = []) =>
  mergeFirstPage(before, { head, changedIds: new Set(changedIds), changed: new Map(changed) })

test('mergeFirstPage puts new incidents first and keeps the rows that they push off the first page', () => {
  const after = merge(pageOf('xab', 'b'), 'x')
  expect(shown(after)).toEqual(['xabc', 'def'])
  expect(after.pages.map(({ next }) => next)).toEqual(['c', 'f'])
})

test('mergeFirstPage shows an incident once if a change moved it to the beginning of the list', () => {
  expect(shown(merge(pageOf('eab', 'b'), 'e'))).toEqual(['eabc', 'df'])
})

test('mergeFirstPage removes an incident from the list if the new first page does not contain it', () => {
  expect(shown(merge(pageOf('acd', 'd'), 'b'))).toEqual(['acd', 'ef'])
})

test('mergeFirstPage replaces changed incidents and removes deleted incidents below the first page', () => {
  const after = merge(pageOf('abc', 'c'), 'de', [
    ['d', rowOf('d', 'D')],
    ['e', null],
  ])
  expect(shown(after)).toEqual(['abc', 'Df'])
})

test('mergeFirstPage keeps rows that are newer than the data read from the server', () => {
  const pages = [
    { items: [rowOf('a', 'A', 2), rowOf('b'), rowOf('c', 'C', 2)], next: 'c' },
    { items: [rowOf('d', 'D', 2)], next: undefined },
  ]
  const data = { pages, pageParams: [undefined, 'c'] }
  const fresh = { changedIds: new Set('cd'), changed: new Map([['d', rowOf('d')]]) }
  expect(shown(mergeFirstPage(data, { head: pageOf('abc', 'c'), ...fresh }))).toEqual(['AbC', 'D'])
  expect(shown(mergeFirstPage(data, { head: pageOf('abc'), ...fresh }))).toEqual(['AbC'])
})

test('if a changed incident moves up to the first page, mergeFirstPage keeps the row that no longer fits on this page', () => {
  expect(shown(merge(pageOf('abf', 'f'), 'f'))).toEqual(['abfc', 'de'])
})

test('mergeFirstPage replaces the old list if the new list has only one page, or no unchanged row in common with the old list', () => {
  expect(shown(merge(pageOf('ab')))).toEqual(['ab'])
  expect(shown(merge(pageOf('xyz', 'z'), 'xyz'))).toEqual(['xyz'])
})
