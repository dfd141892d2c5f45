import { isField } from './leave-fields.ts'

/**
 * Stores keys that the user types while a page or a field loads, and replays the keys afterwards. So no key is lost,
 * and no key acts on the previous page.
 */
export class DeferredKeys {
  #keys: KeyboardEvent[] = []
  /**
   * Deferrals that have not ended. `leftField` must not receive the keys, because the user has asked for another field.
   */
  readonly #deferrals = new Set<{ leftField: Element | null }>()

  /**
   * Starts to store typed keys.
   * @param leftField focused element that must not receive the keys, because the user has asked for another field.
   * @returns a function that ends this deferral. The keys are replayed in the next frame after the last deferral has
   *   ended.
   */
  defer(leftField: Element | null = null): () => void {
    const deferral = { leftField }
    this.#deferrals.add(deferral)
    return () => {
      if (this.#deferrals.delete(deferral)) requestAnimationFrame(() => this.#replay())
    }
  }

  /**
   * Drops the stored keys. Call it if the part for which the user typed the keys cannot be shown. Call it too if the
   * user opens another part, which would otherwise receive the keys.
   */
  drop(): void {
    this.#keys = []
  }

  /**
   * Stores a pressed key if it has to wait. While keys wait, Enter is ignored, because it would act before these keys.
   * @param hasTarget true if a field, dialog or control can receive the key now. The key still waits if earlier keys
   *   are stored.
   * @returns true if the key was stored or is to be ignored.
   */
  take(event: KeyboardEvent, hasTarget: boolean): boolean {
    const isText = event.key.length === 1 || event.key === 'Backspace'
    const mustWait = this.#keys.length > 0 || (this.#deferrals.size > 0 && (!hasTarget || this.#isLeft(event.target)))
    if (!mustWait) return false
    // The keys are replayed as separate presses, so store a held key only once.
    if (isText && !event.repeat) this.#keys.push(event)
    else if (!isText && (event.key !== 'Enter' || this.#keys.length === 0)) return false
    event.preventDefault()
    return true
  }

  #isLeft(target: EventTarget | null): boolean {
    return [...this.#deferrals].some(({ leftField }) => leftField !== null && leftField === target)
  }

  #replay(): void {
    // Check the deferrals before each key: a replayed key may open another page, and the remaining keys must wait for
    // that page.
    while (this.#deferrals.size === 0 && this.#keys.length > 0) press(this.#keys.shift()!)
  }
}

function press(typed: KeyboardEvent): void {
  const target = document.activeElement ?? document.body
  if (target instanceof HTMLElement && isField(target)) return type(target as HTMLInputElement, typed.key)
  target.dispatchEvent(new ReplayedKey(typed))
}

/** Event of a replayed key. The shortcut listener recognizes this class and does not store the key a second time. */
export class ReplayedKey extends KeyboardEvent {
  constructor(typed: KeyboardEvent) {
    const { key, shiftKey } = typed
    const modifierCapsLock = typed.getModifierState('CapsLock')
    super('keydown', { key, shiftKey, modifierCapsLock, bubbles: true, cancelable: true })
  }
}

function type(field: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  const { value } = field
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  // React replaces the `value` setter of the element. With the setter of the prototype, React treats the change as user
  // input.
  const set = Object.getOwnPropertyDescriptor(prototype, 'value')!.set!
  set.call(field, key === 'Backspace' ? value.slice(0, -1) : value + key)
  const inputType = key === 'Backspace' ? 'deleteContentBackward' : 'insertText'
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data: key }))
}
