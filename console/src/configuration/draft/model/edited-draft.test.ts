import type { SaveDraft, SavedDraft } from '@tocsin/contract/console/configuration-draft.ts'
import { describe, expect, test } from 'vitest'
import { ApiProblem } from '../../../api/api-problem.ts'
import { addType, changeType } from './change-draft.ts'
import { EditedDraft } from './edited-draft.ts'
import type { UnsavedChanges, UnsavedChangesStore } from './unsaved-changes.ts'
import { exampleDraft } from '../../../../test/support/example-draft.ts'

/** Fake of the server that stores one draft. It rejects a save that is based on an older version of the draft. */
class FakeServer {
  draft: SavedDraft = {
    content: exampleDraft(),
    basedOnRevision: 1,
    currentRevision: 1,
    version: 0,
    updatedAt: null,
    updatedBy: null,
    violations: [],
  }
  saves = 0
  beforeResponse: () => void = () => undefined

  readonly save = async (body: SaveDraft): Promise<SavedDraft> => {
    this.saves += 1
    if (body.version !== this.draft.version) {
      throw new ApiProblem('changed', { code: 'configuration_draft_changed', status: 409 })
    }
    this.#store(body.content, body.basedOnRevision, 'Ada')
    const response = this.draft
    await Promise.resolve()
    this.beforeResponse()
    return response
  }

  readonly read = async (): Promise<SavedDraft> => this.draft

  /** Changes the stored draft, like a save by another user. */
  change(change: (content: SavedDraft['content']) => SavedDraft['content']): void {
    this.#store(change(this.draft.content), this.draft.basedOnRevision, 'Bea')
  }

  #store(content: SavedDraft['content'], basedOnRevision: number, name: string): void {
    this.draft = {
      ...this.draft,
      content: structuredClone(content),
      basedOnRevision,
      version: this.draft.version + 1,
      updatedAt: '2026-03-01T12:00:00.000Z',
      updatedBy: { id: name, name },
    }
  }
}

/** Makes a store that converts the changes to JSON, like the browser's storage. */
function fakeStore(): UnsavedChangesStore {
  let stored: string | undefined
  return {
    read: () => (stored === undefined ? undefined : (JSON.parse(stored) as UnsavedChanges)),
    write(changes) {
      stored = changes && JSON.stringify(changes)
    },
  }
}

const open = (server = new FakeServer(), store = fakeStore()) => ({
  server,
  store,
  draft: new EditedDraft(server.draft, server, store),
})

describe('EditedDraft', () => {
  test('saveNow sends nothing before the first change of the draft', async () => {
    const { server, draft } = open()
    await draft.saveNow()
    expect(server.saves).toBe(0)
    draft.edit((content) => addType(content, 'new'))
    expect(draft.isUnsaved()).toBe(true)
    await draft.saveNow()
    expect(server.draft.content).toEqual(draft.state().content)
    expect(draft.isUnsaved()).toBe(false)
  })

  test('a second save sends the changes that the user makes during the first save', async () => {
    const { server, draft } = open()
    server.beforeResponse = () => {
      server.beforeResponse = () => undefined
      draft.edit((content) => changeType(content, 'fire', { name: 'Blaze' }))
    }
    draft.edit((content) => addType(content, 'new'))
    await Promise.all([draft.saveNow(), draft.saveNow()])
    expect(server.saves).toBe(2)
    expect(server.draft.content.types[0]!.name).toBe('Blaze')
    expect(server.draft.content.types).toHaveLength(4)
    expect(draft.isUnsaved()).toBe(false)
  })

  test('the changes of a failed save stay unsaved, and the next save sends these changes', async () => {
    const { server, draft } = open()
    server.beforeResponse = () => {
      server.draft = { ...server.draft, version: 0 }
      throw new ApiProblem('no network', { code: 'network', status: 0 })
    }
    draft.edit((content) => addType(content, 'new'))
    await expect(draft.saveNow()).rejects.toThrow('no network')
    expect(draft.state()).toMatchObject({ error: { code: 'network' }, isSaving: false })
    expect(draft.isUnsaved()).toBe(true)
    server.beforeResponse = () => undefined
    await draft.saveNow()
    expect(draft.state().error).toBeNull()
    expect(draft.isUnsaved()).toBe(false)
  })
})

describe('EditedDraft after another user has saved the draft', () => {
  test("another user's newer draft replaces a draft without unsaved changes", async () => {
    const { server, draft } = open()
    server.change((content) => addType(content, 'theirs'))
    await draft.refresh()
    expect(draft.state()).toMatchObject({ content: server.draft.content, isReplaced: true, theirs: null })
  })

  test.each([
    ['both', ['fire', 'theft', 'flood', 'theirs', 'mine']],
    ['mine', ['fire', 'theft', 'flood', 'mine']],
    ['theirs', ['fire', 'theft', 'flood', 'theirs']],
  ] as const)(
    'after a conflict, the draft on the server stays unchanged until the choice "%s" resolves the conflict',
    async (choice, typeIds) => {
      const { server, draft } = open()
      server.change((content) => addType(content, 'theirs'))
      const theirs = server.draft
      draft.edit((content) => addType(content, 'mine'))
      await expect(draft.saveNow()).rejects.toMatchObject({ code: 'configuration_draft_changed' })
      expect(draft.state()).toMatchObject({ theirs })

      draft.edit((content) => changeType(content, 'fire', { active: false }))
      expect(await draft.saveNow()).toBeUndefined()
      expect(server.draft).toBe(theirs)

      draft.resolve(choice)
      await draft.saveNow()
      expect(server.draft.content.types.map(({ id }) => id)).toEqual(typeIds)
      expect(draft.isUnsaved()).toBe(false)
    },
  )
})

describe('EditedDraft with unsaved changes from before', () => {
  test('an edited draft restores the unsaved changes of the browser tab, and the next save sends them', async () => {
    const { server, store, draft } = open()
    draft.edit((content) => addType(content, 'mine'))
    draft.edit((content) => changeType(content, 'fire', { name: 'Blaze' }))
    const { draft: restored } = open(server, store)
    expect(restored.isUnsaved()).toBe(true)
    await restored.saveNow()
    expect(server.draft.content.types.map(({ name }) => name)).toEqual(['Blaze', 'Theft', 'Flood', ''])
    expect(store.read()).toBeUndefined()
  })

  test('an edited draft with restored changes reports a conflict if another user has saved the draft in the meantime', async () => {
    const { server, store, draft } = open()
    draft.edit((content) => addType(content, 'mine'))
    server.change((content) => addType(content, 'theirs'))
    const { draft: restored } = open(server, store)
    expect(restored.state()).toMatchObject({ theirs: server.draft })
    restored.resolve('both')
    await restored.saveNow()
    expect(server.draft.content.types.map(({ id }) => id)).toEqual(['fire', 'theft', 'flood', 'theirs', 'mine'])
  })

  test('an edited draft restores no changes that the user has discarded by leaving the page', () => {
    const { server, store, draft } = open()
    draft.edit((content) => addType(content, 'mine'))
    draft.end()
    expect(open(server, store).draft.isUnsaved()).toBe(false)
  })
})

test('bringUpToDate merges the changes of a newer revision into the draft', async () => {
  const { server, draft } = open()
  draft.edit((content) => addType(content, 'mine'))
  await draft.saveNow()
  const published = { publishedAt: '2026-03-01T12:00:00.000Z', ...exampleDraft() } as const
  const newer = { ...published, ...changeType(exampleDraft(), 'fire', { name: 'Blaze' }), revision: 2 }
  draft.bringUpToDate({ ...published, revision: 1 } as never, newer as never)
  await draft.saveNow()
  expect(server.draft).toMatchObject({ basedOnRevision: 2 })
  expect(server.draft.content.types.map(({ name }) => name)).toEqual(['Blaze', 'Theft', 'Flood', ''])
  expect(Object.keys(server.draft.content)).not.toContain('revision')
})
