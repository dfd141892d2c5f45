import type { SaveDraft, SavedDraft } from '@tocsin/contract/console/configuration-draft.ts'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { contentOf } from '@tocsin/contract/rules/content-of.ts'
import { isProblem } from '../../../api/api-problem.ts'
import type { Configuration } from '../../fields.ts'
import { mergeDrafts } from './merge-drafts.ts'
import type { UnsavedChangesStore } from './unsaved-changes.ts'

export interface EditedState {
  /** Content of the draft that the user sees and edits. */
  content: Configuration
  basedOnRevision: number
  /**
   * Last known draft on the server. `saved.content` is the same object as `content` if there are no unsaved changes.
   */
  saved: SavedDraft
  isSaving: boolean
  /** Error of the last save; null after a successful save and while a new save runs. */
  error: Error | null
  /**
   * Draft that another user saved while this user had unsaved changes; null without such a conflict. Saving pauses
   * until the user resolves the conflict.
   */
  theirs: SavedDraft | null
  /**
   * True after another user's version has replaced the shown draft, until the next edit. A draft with unsaved changes
   * is never replaced.
   */
  isReplaced: boolean
}

interface Server {
  save: (body: SaveDraft) => Promise<SavedDraft>
  read: () => Promise<SavedDraft>
}

const saveDelayMs = 700

/**
 * Draft that an administrator is editing. It saves each change after a short delay and runs only one save at a time. It
 * overwrites another user's version only if this user chooses to. Unsaved changes survive the end of the session.
 */
export class EditedDraft {
  #state: EditedState
  readonly #server: Server
  readonly #store: UnsavedChangesStore
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<unknown> = Promise.resolve()

  /** @param store stores the unsaved changes. Changes that are already in the store are restored and saved. */
  constructor(loaded: SavedDraft, server: Server, store: UnsavedChangesStore) {
    const unsaved = store.read()
    this.#state = {
      content: unsaved?.content ?? loaded.content,
      basedOnRevision: unsaved?.basedOnRevision ?? loaded.basedOnRevision,
      saved: unsaved?.saved ?? loaded,
      isSaving: false,
      error: null,
      theirs: null,
      isReplaced: false,
    }
    this.#server = server
    this.#store = store
    if (!unsaved) return
    this.noteLatest(loaded)
    this.#saveSoon()
  }

  readonly state = (): EditedState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly edit = (change: (content: Configuration) => Configuration): void => {
    this.#set({ content: change(this.#state.content), isReplaced: false })
    this.#saveSoon()
  }

  /**
   * Saves unsaved changes at once. Saves nothing while there is a conflict with the draft of another user.
   * @returns the saved draft; undefined if there is a conflict.
   * @throws ApiProblem if the save fails. The error is also stored in the state.
   */
  readonly saveNow = (): Promise<SavedDraft | undefined> => {
    clearTimeout(this.#timer)
    const saved = this.#saving.then(() => this.#save())
    this.#saving = saved.catch(() => undefined)
    return saved
  }

  /** Starts `saveNow` without waiting for the result. An error is stored in the state. */
  readonly save = (): void => void this.saveNow().catch(() => undefined)

  /** Reads the draft from the server, because another user may have saved, published or discarded it. */
  readonly refresh = async (): Promise<void> => this.noteLatest(await this.#server.read())

  /**
   * Processes a draft that was just read from the server. A newer draft replaces the shown draft. If this user has
   * unsaved changes, a newer draft causes a conflict instead.
   */
  readonly noteLatest = (latest: SavedDraft): void => {
    const { saved, isSaving, basedOnRevision } = this.#state
    if (isSaving || latest.version < saved.version) return
    if (latest.version === saved.version) {
      this.#set({ saved: { ...saved, currentRevision: latest.currentRevision } })
      // If the server has no stored draft, it returns the current revision as the draft. Show a newly published
      // revision.
      if (latest.basedOnRevision !== basedOnRevision && !isUnsaved(this.#state)) this.#take(latest)
    } else if (isUnsaved(this.#state)) {
      this.#set({ theirs: latest })
    } else {
      this.#take(latest)
    }
  }

  /**
   * Resolves a conflict with another user's draft as this user has chosen. `both` merges the two drafts. If both users
   * changed the same property, this user's value wins.
   */
  readonly resolve = (choice: 'mine' | 'theirs' | 'both'): void => {
    const { content, saved, theirs, basedOnRevision } = this.#state
    if (!theirs) return
    clearTimeout(this.#timer)
    if (choice === 'theirs') return this.#take(theirs, false)
    this.#set({
      // The merge compares both drafts with their common base, the content last saved or loaded in this browser tab.
      content: choice === 'both' ? mergeDrafts(saved.content, content, theirs.content).content : content,
      basedOnRevision: choice === 'both' ? theirs.basedOnRevision : basedOnRevision,
      saved: theirs,
      theirs: null,
      error: null,
    })
    this.save()
  }

  /**
   * Merges the changes between the revisions `base` and `current` into the draft. Otherwise, publishing the draft would
   * undo these changes.
   */
  readonly bringUpToDate = (base: CreationConfiguration, current: CreationConfiguration): void => {
    const { content } = mergeDrafts(contentOf(base), this.#state.content, contentOf(current))
    this.#set({ content, basedOnRevision: current.revision })
    this.save()
  }

  /** Drops unsaved changes after the draft was published or discarded, or after the user has left the page. */
  readonly end = (): void => {
    clearTimeout(this.#timer)
    this.#set({ content: this.#state.saved.content })
  }

  readonly isUnsaved = (): boolean => isUnsaved(this.#state)

  #saveSoon(): void {
    clearTimeout(this.#timer)
    if (this.#state.theirs) return
    this.#timer = setTimeout(this.save, saveDelayMs)
  }

  async #save(): Promise<SavedDraft | undefined> {
    const { content, basedOnRevision, saved, theirs } = this.#state
    if (theirs) return undefined
    if (!isUnsaved(this.#state)) return saved
    this.#set({ isSaving: true, error: null })
    try {
      const response = await this.#server.save({ version: saved.version, basedOnRevision, content })
      // Store the sent object as the saved content. If the user has made another change during the save, `content` is
      // another object by now, and `isUnsaved` returns true.
      this.#set({ saved: { ...response, content }, isSaving: false })
      return this.#state.saved
    } catch (error) {
      this.#set({ isSaving: false, error: error as Error })
      if (isProblem(error, 'configuration_draft_changed')) await this.refresh()
      throw error
    }
  }

  #take(latest: SavedDraft, isReplaced = true): void {
    const { content, basedOnRevision } = latest
    this.#set({ content, basedOnRevision, saved: latest, theirs: null, error: null, isReplaced })
  }

  #set(change: Partial<EditedState>): void {
    this.#state = { ...this.#state, ...change }
    const { content, basedOnRevision, saved } = this.#state
    this.#store.write(isUnsaved(this.#state) ? { content, basedOnRevision, saved } : undefined)
    for (const listener of this.#listeners) listener()
  }
}

/** Returns true if there are unsaved changes. Comparing objects is enough, because each edit creates a new object. */
export const isUnsaved = ({ content, saved }: EditedState): boolean => content !== saved.content
