import type { SaveDraft, SavedDraft } from '@tocsin/contract/console/configuration-draft.ts'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { contentOf } from '@tocsin/contract/rules/content-of.ts'
import { isProblem } from '../../../api/api-problem.ts'
import type { Configuration } from '../../fields.ts'
import { mergeDrafts } from './merge-drafts.ts'

export interface EditedState {
  /** Content shown and edited. */
  content: Configuration
  basedOnRevision: number
  /** Last known draft of the server. Its `content` is the same object as the edited one if nothing is unsaved. */
  saved: SavedDraft
  isSaving: boolean
  /** Error of the last save, until its changes are saved. */
  error: Error | null
  /** Draft that another user saved while this one had unsaved changes. Saving stops until the conflict is resolved. */
  theirs: SavedDraft | null
  /** True right after another user's version replaced this one, which had no unsaved changes. */
  isReplaced: boolean
}

interface Server {
  save: (body: SaveDraft) => Promise<SavedDraft>
  read: () => Promise<SavedDraft>
}

const saveDelayMs = 700

/**
 * Draft being edited by an administrator. Saves each change after a short delay, one save at a time, and never
 * overwrites a version that another user saved.
 */
export class EditedDraft {
  #state: EditedState
  readonly #server: Server
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<unknown> = Promise.resolve()

  constructor(loaded: SavedDraft, server: Server) {
    this.#state = {
      content: loaded.content,
      basedOnRevision: loaded.basedOnRevision,
      saved: loaded,
      isSaving: false,
      error: null,
      theirs: null,
      isReplaced: false,
    }
    this.#server = server
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
   * Saves unsaved changes, unless a conflict must be resolved first.
   * @returns the saved draft; undefined if a conflict must be resolved first.
   * @throws ApiProblem, which is in the state as well.
   */
  readonly saveNow = (): Promise<SavedDraft | undefined> => {
    clearTimeout(this.#timer)
    const saved = this.#saving.then(() => this.#save())
    this.#saving = saved.catch(() => undefined)
    return saved
  }

  /** Saves like `saveNow` without waiting. The state contains the error. */
  readonly save = (): void => void this.saveNow().catch(() => undefined)

  /** Reads the draft again, since another user may have saved, published or discarded it. */
  readonly refresh = async (): Promise<void> => this.noteLatest(await this.#server.read())

  /** Merges a draft just read into the state. */
  readonly noteLatest = (latest: SavedDraft): void => {
    const { saved, isSaving, basedOnRevision } = this.#state
    if (isSaving || latest.version < saved.version) return
    if (latest.version === saved.version) {
      this.#set({ saved: { ...saved, currentRevision: latest.currentRevision } })
      // Nothing is unsaved and the draft is based on a newer revision now.
      if (latest.basedOnRevision !== basedOnRevision && !isUnsaved(this.#state)) this.#take(latest)
    } else if (isUnsaved(this.#state)) {
      this.#set({ theirs: latest })
    } else {
      this.#take(latest)
    }
  }

  /** Resolves a conflict. `both` merges the two drafts; where both changed the same thing, this user's change wins. */
  readonly resolve = (choice: 'mine' | 'theirs' | 'both'): void => {
    const { content, saved, theirs, basedOnRevision } = this.#state
    if (!theirs) return
    clearTimeout(this.#timer)
    if (choice === 'theirs') return this.#take(theirs, false)
    this.#set({
      // The common base is the content last saved or loaded here.
      content: choice === 'both' ? mergeDrafts(saved.content, content, theirs.content).content : content,
      basedOnRevision: choice === 'both' ? theirs.basedOnRevision : basedOnRevision,
      saved: theirs,
      theirs: null,
      error: null,
    })
    this.save()
  }

  /** Merges the changes of a newer revision into the draft, so that publishing does not undo them. */
  readonly bringUpToDate = (base: CreationConfiguration, current: CreationConfiguration): void => {
    const { content } = mergeDrafts(contentOf(base), this.#state.content, contentOf(current))
    this.#set({ content, basedOnRevision: current.revision })
    this.save()
  }

  /** Drops unsaved changes after the draft was published or discarded. */
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
      const answer = await this.#server.save({ version: saved.version, basedOnRevision, content })
      // Changes made during the save stay unsaved, since their content is another object than the sent one.
      this.#set({ saved: { ...answer, content }, isSaving: false })
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
    for (const listener of this.#listeners) listener()
  }
}

/** Returns true if there are unsaved changes. The content stays the same object while nothing is edited. */
export const isUnsaved = ({ content, saved }: EditedState): boolean => content !== saved.content
