import { isField } from './leave-fields.ts'
import { ReplayedKey, type DeferredKeys } from './deferred-keys.ts'

/** Keyboard shortcut: one key, or two keys pressed one after the other, and the action that they start. */
export interface Shortcut {
  /**
   * Values of `KeyboardEvent.key`, separated by spaces, for example `c`, `?`, `g i` or `Enter`. A key after `Mod+` is
   * pressed together with Ctrl or ⌘.
   */
  keys: string
  description: string
  /** True if the action runs again and again while the key is held. */
  isRepeatable?: boolean
  /** True if the shortcut also acts while a field or dialog has the focus. The keys must begin with `Mod+`. */
  isEverywhere?: boolean
  action: () => void
}

/** Shortcuts of a page or of a part of a page. The keyboard help lists them under the title. */
export interface ShortcutGroup {
  title: string
  shortcuts: readonly Shortcut[]
}

/** Maximum time between the two keys of a sequence, in milliseconds. */
const sequenceMaximumMs = 1_500

/**
 * Creates a `keydown` listener that runs the action of the pressed shortcut, which may be a sequence of two keys.
 * @param groups returns the current shortcuts; called at each key press. If two groups define the same keys, the group
 *   registered last wins.
 * @param deferredKeys stores the keys while a page or field loads.
 * @param isForDialog returns true if a dialog was open when the key was pressed, even if the key has closed the dialog.
 */
export function listenTo(
  groups: () => readonly ShortcutGroup[],
  deferredKeys: DeferredKeys,
  isForDialog: (event: KeyboardEvent) => boolean,
): (event: KeyboardEvent) => void {
  let pressed: string[] = []
  let pressedAtMs = 0
  return (event) => {
    if (event.defaultPrevented || event.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (['Shift', 'Control', 'Alt', 'Meta', 'CapsLock'].includes(event.key)) return
    const hasTarget = isInField(event) || isForDialog(event) || hasDialog()
    const canReceive = hasTarget || activatesControl(event)
    if (!(event instanceof ReplayedKey) && deferredKeys.take(event, canReceive)) return
    if (canReceive) return

    const key = withoutCapsLock(event)
    const following = event.timeStamp - pressedAtMs < sequenceMaximumMs ? pressed : []
    pressedAtMs = event.timeStamp
    pressed = [...following, key].slice(-2)
    const isSequence = following.length > 0 && begins(groups(), following.at(-1)!)
    // If the previous key can start a sequence, this key can only complete the sequence. It runs no shortcut of its
    // own.
    const shortcut = find(groups(), pressed.join(' ')) ?? (isSequence ? undefined : find(groups(), key))
    if (!shortcut || (event.repeat && !shortcut.isRepeatable)) return
    pressed = []
    event.preventDefault()
    shortcut.action()
  }
}

/**
 * Creates a `keydown` listener that runs the actions of the keys that are pressed together with Ctrl or ⌘. Drops the
 * deferred keys, because they would end up in the dialog that such a shortcut opens.
 */
export const listenToModified =
  (groups: () => readonly ShortcutGroup[], deferredKeys: DeferredKeys) =>
  (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return
    const shortcut = find(groups(), `Mod+${event.key.toLowerCase()}`)
    if (!shortcut || (!shortcut.isEverywhere && (isInField(event) || hasDialog()))) return
    event.preventDefault()
    deferredKeys.drop()
    shortcut.action()
  }

/** Returns the key as if Caps Lock were off. Otherwise, Caps Lock would turn `x` into the shortcut `X`. */
function withoutCapsLock(event: KeyboardEvent): string {
  const { key, shiftKey } = event
  if (key.length !== 1 || !event.getModifierState('CapsLock')) return key
  return shiftKey ? key.toUpperCase() : key.toLowerCase()
}

const find = (groups: readonly ShortcutGroup[], keys: string): Shortcut | undefined =>
  groups.flatMap(({ shortcuts }) => shortcuts).findLast((shortcut) => shortcut.keys === keys)

const begins = (groups: readonly ShortcutGroup[], key: string): boolean =>
  groups.some(({ shortcuts }) => shortcuts.some(({ keys }) => keys.startsWith(`${key} `)))

const isInField = ({ target }: KeyboardEvent): boolean => target instanceof HTMLElement && isField(target)

/**
 * Returns true if the key is Enter or Space and a link, button or similar control has the focus. The browser then
 * activates the control.
 */
const activatesControl = ({ target, key }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') &&
  target instanceof HTMLElement &&
  target.closest('a, button, input, summary, [role=button]') !== null

/** Returns true if a dialog or menu is open. The page behind it must not react to keys. */
export const hasDialog = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
