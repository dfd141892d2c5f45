import type { SearchMenuProps } from '../../kit/menus/search-menu.tsx'

/** Properties of a menu that the surrounding page sets. `opened` shows or hides the menu. */
export type PlacedMenu = Pick<
  SearchMenuProps,
  'isInBar' | 'opened' | 'onOpenedChange' | 'isPlain' | 'buttonProps' | 'children'
>

/** Value of the option that clears a fact. */
export const noValue = ''
