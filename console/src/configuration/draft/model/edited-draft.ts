import type { SaveDraft, SavedDraft } from '@tocsin/contract/console/configuration-draft.ts'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { contentOf } from '@tocsin/contract/rules/content-of.ts'
import { isProblem } from '../../../api/api-problem.ts'
import type { Configuration } from '../../fields.ts'
import { mergeDrafts } from './merge-drafts.ts'

export interface EditedState {
  /** What is on the screen. */
  content: Configuration
  basedOnRevision: number
  /** What the server has, as far as is known; its `content` is that of the screen where nothing is unsaved. */
  saved: SavedDraft
  isSaving: boolean
  /** Why the last save failed, while what it was to save is still unsaved. */
  error: Error | null
  /** What somebody else made of the draft while there was something unsaved here; nothing is saved until it is settled. */
  theirs: SavedDraft | null
  /** Somebody else's version has just taken the place of what was on the screen, where all had been saved. */
  isReplaced: boolean
}

interface Server {
  save: (body: SaveDraft) => Promise<SavedDraft>
  read: () => Promise<SavedDraft>
}

const saveDelayMs = 700

/**
 * A draft on the screen of an administrator: saved a moment after each change, one save after another, and never over
 * what somebody else saved meanwhile.
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
   * Saves what is unsaved, unless it has to be settled first.
   * @returns what is then saved; undefined where somebody else's version has to be settled first.
   * @throws ApiProblem, which stands in the state as well.
   */
  readonly saveNow = (): Promise<SavedDraft | undefined> => {
    clearTimeout(this.#timer)
    const saved = this.#saving.then(() => this.#save())
    this.#saving = saved.catch(() => undefined)
    return saved
  }

  /** As `saveNow`, for whoever need not wait for it: why it failed stands in the state. */
  readonly save = (): void => void this.saveNow().catch(() => undefined)

  /** Looks whether somebody else saved, published or discarded the draft. */
  readonly refresh = async (): Promise<void> => this.noteLatest(await this.#server.read())

  /** Takes note of a draft that has just been read. */
  readonly noteLatest = (latest: SavedDraft): void => {
    const { saved, isSaving, basedOnRevision } = this.#state
    if (isSaving || latest.version < saved.version) return
    if (latest.version === saved.version) {
      this.#set({ saved: { ...saved, currentRevision: latest.currentRevision } })
      // Nothing was being edited, and what editing begins with is another by now.
      if (latest.basedOnRevision !== basedOnRevision && !isUnsaved(this.#state)) this.#take(latest)
    } else if (isUnsaved(this.#state)) {
      this.#set({ theirs: latest })
    } else {
      this.#take(latest)
    }
  }

  /** Settles that two administrators changed the draft. `both`: what both changed stays as it is on this screen. */
  readonly settle = (choice: 'mine' | 'theirs' | 'both'): void => {
    const { content, saved, theirs, basedOnRevision } = this.#state
    if (!theirs) return
    clearTimeout(this.#timer)
    if (choice === 'theirs') return this.#take(theirs, false)
    this.#set({
      // What both began with is the last content that was saved from here, or loaded.
      content: choice === 'both' ? mergeDrafts(saved.content, content, theirs.content).content : content,
      basedOnRevision: choice === 'both' ? theirs.basedOnRevision : basedOnRevision,
      saved: theirs,
      theirs: null,
      error: null,
    })
    this.save()
  }

  /** Brings into the draft what a newer revision changed, so that publishing it undoes nothing. */
  readonly bringUpToDate = (base: CreationConfiguration, current: CreationConfiguration): void => {
    const { content } = mergeDrafts(contentOf(base), this.#state.content, contentOf(current))
    this.#set({ content, basedOnRevision: current.revision })
    this.save()
  }

  /** Forgets what is unsaved: the draft has been published or discarded. */
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
      // What was typed meanwhile stays unsaved, because it is another object than the one that was sent.
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

/** Whether the screen differs from what is saved: a content is the same object for as long as nothing is edited. */
export const isUnsaved = ({ content, saved }: EditedState): boolean => content !== saved.content
