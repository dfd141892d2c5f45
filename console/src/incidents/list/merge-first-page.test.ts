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

test('what is new comes first, and what it pushes out of the first page stays', () => {
  const after = merge(pageOf('xab', 'b'), 'x')
  expect(shown(after)).toEqual(['xabc', 'def'])
  expect(after.pages.map(({ next }) => next)).toEqual(['c', 'f'])
})

test('what has moved to the beginning is there once', () => {
  expect(shown(merge(pageOf('eab', 'b'), 'e'))).toEqual(['eabc', 'df'])
})

test('what no longer belongs in the first page leaves it', () => {
  expect(shown(merge(pageOf('acd', 'd'), 'b'))).toEqual(['acd', 'ef'])
})

test('what has changed further down is replaced in place, or leaves when it is gone', () => {
  const after = merge(pageOf('abc', 'c'), 'de', [
    ['d', rowOf('d', 'D')],
    ['e', null],
  ])
  expect(shown(after)).toEqual(['abc', 'Df'])
})

test('a changed row at the end of the head does not tell where the rest begins', () => {
  expect(shown(merge(pageOf('abf', 'f'), 'f'))).toEqual(['abfc', 'de'])
})

test('a list that has become short, or wholly new, is what was read', () => {
  expect(shown(merge(pageOf('ab')))).toEqual(['ab'])
  expect(shown(merge(pageOf('xyz', 'z'), 'xyz'))).toEqual(['xyz'])
})
