import type { IncidentResponse } from '@tocsin/contract/api/incident.ts'
import { expect, test } from 'vitest'
import { mergeFirstPage } from './merge-first-page.ts'
import type { IncidentPage, IncidentPages } from '../queries.ts'

const rowOf = (id: string, name = id) => ({ id, name }) as IncidentResponse
const pageOf = (ids: string, next?: string): IncidentPage => ({ items: [...ids].map((id) => rowOf(id)), next })
const before: IncidentPages = { pages: [pageOf('abc', 'c'), pageOf('def', 'f')], pageParams: [undefined, 'c'] }

const shown = ({ pages }: IncidentPages) => pages.map(({ items }) => items.map(({ name }) => name).join(''))
const merge = (head: IncidentPage, changedIds = '', changed: [string, IncidentResponse | null][] = []) =>
  mergeFirstPage(before, { head, changedIds: new Set(changedIds), changed: new Map(changed) })

test('new incidents come first, and those pushed off the first page stay', () => {
  const after = merge(pageOf('xab', 'b'), 'x')
  expect(shown(after)).toEqual(['xabc', 'def'])
  expect(after.pages.map(({ next }) => next)).toEqual(['c', 'f'])
})

test('an incident moved to the beginning appears once', () => {
  expect(shown(merge(pageOf('eab', 'b'), 'e'))).toEqual(['eabc', 'df'])
})

test('an incident that left the first page is removed', () => {
  expect(shown(merge(pageOf('acd', 'd'), 'b'))).toEqual(['acd', 'ef'])
})

test('changed incidents further down are replaced in place, deleted ones removed', () => {
  const after = merge(pageOf('abc', 'c'), 'de', [
    ['d', rowOf('d', 'D')],
    ['e', null],
  ])
  expect(shown(after)).toEqual(['abc', 'Df'])
})

test('a changed last row of the first page is no anchor for the rest', () => {
  expect(shown(merge(pageOf('abf', 'f'), 'f'))).toEqual(['abfc', 'de'])
})

test('a short or entirely new list replaces the old one', () => {
  expect(shown(merge(pageOf('ab')))).toEqual(['ab'])
  expect(shown(merge(pageOf('xyz', 'z'), 'xyz'))).toEqual(['xyz'])
})
