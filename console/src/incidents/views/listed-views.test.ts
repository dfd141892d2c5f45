import type { View } from '@tocsin/contract/console/view.ts'
import { expect, test } from 'vitest'
import { linkToView, listViews } from './listed-views.ts'

const saved = (query: string, layout: View['layout'] = 'list') =>
  ({ id: 'a', ownerId: 'b', name: 'Ours', shared: false, query, layout }) as View

const listed = (view: View) => listViews([view]).at(-1)!

test('lists the built-in views before the saved ones', () => {
  expect(listViews([saved('')]).map(({ name }) => name)).toEqual(['Unassigned', 'Mine', 'Critical', 'Ours'])
})

test('a link to a view has all filters of the view, and its id', () => {
  expect(linkToView(listed(saved('priority=MAJOR&sort=name', 'board')))).toMatchObject({
    to: '/board',
    search: { priority: ['MAJOR'], sort: 'name', view: 'a' },
  })
})

test.each([
  ['priority=MAJOR&priority=MINOR&sort=name&createdFrom=last7Days', true],
  ['sort=colour', true],
  ['priority=MAJOR&priority=URGENT', false],
  ['colour=red', false],
  ['startAt=yesterday', false],
])('for a view that was saved as %s, isComplete is %s', (query, isComplete) => {
  expect(listed(saved(query)).isComplete).toBe(isComplete)
})
