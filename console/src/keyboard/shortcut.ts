import { isField } from './leave-fields.ts'
import { ReplayedKey, type DeferredKeys } from './deferred-keys.ts'

/** One key, or several pressed one after another. */
export interface Shortcut {
  /** As `KeyboardEvent.key` names them, separated by spaces: `c`, `?`, `g i`, `Enter`. */
  keys: string
  description: string
  action: (event: KeyboardEvent) => void
}

/** What one page or part of it can do by keys, under its heading in the help. */
export interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

/** How long a second key may follow the first. */
const sequenceMaximumMs = 1_500

/**
 * Makes a listener for `keydown` that knows sequences.
 * @param groups read at each press; the group registered last wins where two want the same keys.
 * @param typeAhead holds keys for a page or field that is loading.
 */
export function listenTo(
  groups: () => readonly ShortcutGroup[],
  typeAhead: DeferredKeys,
): (event: KeyboardEvent) => void {
  let pressed: string[] = []
  let pressedAtMs = 0
  return (event) => {
    if (event.defaultPrevented || event.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
    const hasTarget = isInField(event) || hasDialog()
    if (!(event instanceof ReplayedKey) && typeAhead.take(event, hasTarget)) return
    if (hasTarget || isOfControl(event)) return

    const following = event.timeStamp - pressedAtMs < sequenceMaximumMs ? pressed : []
    pressedAtMs = event.timeStamp
    pressed = [...following, event.key].slice(-2)
    const isBegun = following.length > 0 && begins(groups(), following.at(-1)!)
    // What follows the beginning of a sequence is not meant for itself, whether or not there is such a sequence.
    const shortcut = find(groups(), pressed.join(' ')) ?? (isBegun ? undefined : find(groups(), event.key))
    if (!shortcut) return
    pressed = []
    event.preventDefault()
    shortcut.action(event)
  }
}

const find = (groups: readonly ShortcutGroup[], keys: string): Shortcut | undefined =>
  groups.flatMap(({ shortcuts }) => shortcuts).findLast((shortcut) => shortcut.keys === keys)

const begins = (groups: readonly ShortcutGroup[], key: string): boolean =>
  groups.some(({ shortcuts }) => shortcuts.some(({ keys }) => keys.startsWith(`${key} `)))

const isInField = ({ target }: KeyboardEvent): boolean => target instanceof HTMLElement && isField(target)

/** Enter and Space on a link or button are its own. */
const isOfControl = ({ target, key }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') &&
  target instanceof HTMLElement &&
  target.closest('a, button, input, summary, [role=button]') !== null

/** What lies behind an open dialog or menu must not react. */
const hasDialog = (): boolean => document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
