import type { ViewLayout } from '@tocsin/contract/console/view.ts'

export const pageOfLayout = { list: '/incidents', board: '/board', split: '/split' } as const satisfies Record<
  ViewLayout,
  string
>
