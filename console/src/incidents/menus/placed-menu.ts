import type { SearchMenuProps } from '../../kit/menus/search-menu.tsx'

/** Properties of a menu that its page decides: the button, the position, and the state open or closed. */
export type PlacedMenu = Pick<
  SearchMenuProps,
  'position' | 'opened' | 'onOpenedChange' | 'isPlain' | 'buttonProps' | 'children'
>

/** Value of the option that clears a fact. */
export const noValue = ''
