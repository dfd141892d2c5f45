import { isField } from './leave-fields.ts'

/**
 * Stores keys typed while a page or field loads, and replays them afterwards. No key is lost or acts on the old page.
 */
export class DeferredKeys {
  #keys: string[] = []
  #deferrals = 0

  /**
   * Starts storing keys.
   * @returns a function that ends it. Once every caller has ended it, the keys are replayed at the next frame.
   */
  defer(): () => void {
    this.#deferrals++
    let isActive = true
    return () => {
      if (!isActive) return
      isActive = false
      this.#deferrals--
      requestAnimationFrame(() => this.#replay())
    }
  }

  /**
   * @param hasTarget whether a field or dialog can take the key itself. It still waits behind the keys stored before it.
   * @returns true if the key was stored for later.
   */
  take(event: KeyboardEvent, hasTarget: boolean): boolean {
    const isText = event.key.length === 1 || event.key === 'Backspace'
    const mustWait = this.#keys.length > 0 || (this.#deferrals > 0 && !hasTarget)
    if (!isText || !mustWait) return false
    event.preventDefault()
    this.#keys.push(event.key)
    return true
  }

  #replay(): void {
    // A replayed key may open another page, which the remaining keys wait for.
    while (this.#deferrals === 0 && this.#keys.length > 0) press(this.#keys.shift()!)
  }
}

function press(key: string): void {
  const target = document.activeElement ?? document.body
  if (target instanceof HTMLElement && isField(target)) return type(target as HTMLInputElement, key)
  target.dispatchEvent(new ReplayedKey(key))
}

/** A replayed key, which must not be stored again. */
export class ReplayedKey extends KeyboardEvent {
  constructor(key: string) {
    super('keydown', { key, bubbles: true, cancelable: true })
  }
}

function type(field: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  const { value } = field
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  // Bypasses React's own setter, so that React treats the event as user input.
  const set = Object.getOwnPropertyDescriptor(prototype, 'value')!.set!
  set.call(field, key === 'Backspace' ? value.slice(0, -1) : value + key)
  const inputType = key === 'Backspace' ? 'deleteContentBackward' : 'insertText'
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data: key }))
}
