import { isField } from './leave-fields.ts'
import { ReplayedKey, type DeferredKeys } from './deferred-keys.ts'

/** One key, or several pressed one after another, and the action they start. */
export interface Shortcut {
  /** Names of `KeyboardEvent.key`, separated by spaces: `c`, `?`, `g i`, `Enter`. */
  keys: string
  description: string
  action: (event: KeyboardEvent) => void
}

/** Shortcuts of one page or part of it, listed under their title in the help. */
export interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

/** Maximum time between two keys of a sequence. */
const sequenceMaximumMs = 1_500

/**
 * Creates a `keydown` listener that recognizes sequences.
 * @param groups read at each press. If two groups use the same keys, the one registered last wins.
 * @param deferredKeys stores keys for a page or field that is loading.
 */
export function listenTo(
  groups: () => readonly ShortcutGroup[],
  deferredKeys: DeferredKeys,
): (event: KeyboardEvent) => void {
  let pressed: string[] = []
  let pressedAtMs = 0
  return (event) => {
    if (event.defaultPrevented || event.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
    const hasTarget = isInField(event) || hasDialog()
    if (!(event instanceof ReplayedKey) && deferredKeys.take(event, hasTarget)) return
    if (hasTarget || activatesControl(event)) return

    const following = event.timeStamp - pressedAtMs < sequenceMaximumMs ? pressed : []
    pressedAtMs = event.timeStamp
    pressed = [...following, event.key].slice(-2)
    const isSequence = following.length > 0 && begins(groups(), following.at(-1)!)
    // The second key of a started sequence never acts alone, even if no such sequence exists.
    const shortcut = find(groups(), pressed.join(' ')) ?? (isSequence ? undefined : find(groups(), event.key))
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

/** Enter and Space activate a focused link or button. */
const activatesControl = ({ target, key }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') &&
  target instanceof HTMLElement &&
  target.closest('a, button, input, summary, [role=button]') !== null

/** The page behind an open dialog or menu must not react to keys. */
const hasDialog = (): boolean => document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
