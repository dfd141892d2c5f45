import { Alert, Tabs, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { SavedDraft } from '@tocsin/contract/console/configuration-draft.ts'
import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { useCallback, useMemo, useState } from 'react'
import { LeaveGuard } from '../../kit/dialogs/leave-guard.tsx'
import { ProblemAlert } from '../../kit/feedback/problem-alert.tsx'
import { configurationDraftTexts } from '../../texts/configuration-draft.ts'
import { useReferencedNames } from '../use-referenced-names.ts'
import { ConflictAlert } from './save/conflict-alert.tsx'
import { focusControl } from './control-ids.ts'
import { DraftChanges } from './save/draft-changes.tsx'
import { DraftEditingContext, type DraftContext, type EditorTab } from './draft-context.ts'
import classes from './draft.module.css'
import type { EditedDraft, EditedState } from './model/edited-draft.ts'
import { EditorHeader } from './editor-header.tsx'
import { FormPreview } from './preview/form-preview.tsx'
import { locateViolations, type LocatedViolation } from './model/locate-violations.ts'
import { OutdatedAlert } from './save/outdated-alert.tsx'
import { subjectOf, withoutType } from './preview/preview-subject.ts'
import { describeViolation, problemListId, ProblemList } from './save/problem-list.tsx'
import { ProfilesEditor } from './profiles/profiles-editor.tsx'
import { SaveState } from './save/save-state.tsx'
import { TypesEditor } from './types/types-editor.tsx'
import { useEditedDraft } from './model/use-edited-draft.ts'

const texts = configurationDraftTexts

interface DraftEditorProps {
  loaded: SavedDraft
  current: CreationConfiguration
}

/**
 * Editor for the draft of the next revision. It saves each change automatically. It shows the violations that the
 * server found, and a preview of the form. The preview is beside the editor or, if there is no room, in a tab.
 */
export function DraftEditor({ loaded, current }: DraftEditorProps) {
  const [draft, state] = useEditedDraft(loaded)
  const { saved } = state
  const problems = useMemo(() => locateViolations(saved.content, saved.violations), [saved])
  const hasRoomBeside = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const [chosenTab, setTab] = useState<EditorTab>('types')
  const tab = hasRoomBeside && chosenTab === 'preview' ? 'types' : chosenTab
  const [announcement, announce] = useState('')
  const [subject, setSubject] = useState(withoutType)
  const context = useContextOf({ draft, state, current, problems, announce, setSubject })
  const go = (problem: LocatedViolation) => {
    setTab(problem.list === 'profiles' || problem.list === null ? 'profiles' : 'types')
    context.setOpened([...context.opened, ownerOf(state, problem)])
    focusControl(problem.controlId)
  }

  const preview = <FormPreview content={state.content} subject={subject} onChoose={setSubject} />

  return (
    <DraftEditingContext value={context}>
      <LeaveGuard isUnsaved={draft.isUnsaved} save={draft.saveNow} onLeave={draft.end} question={texts.leave} />
      <EditorHeader draft={draft} state={state} hasProblems={problems.length > 0} />
      <SaveState
        state={state}
        problems={problems.length}
        onRetry={draft.save}
        onShowProblems={() => focusControl(problemListId)}
      />
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
      <DraftAlerts draft={draft} state={state} />
      <div className={classes.editor}>
        <Tabs value={tab} onChange={(chosen) => setTab(chosen as EditorTab)} keepMounted={false}>
          <Tabs.List mb="md">
            {Object.entries(texts.tabs).map(
              ([value, label]) =>
                (value !== 'preview' || !hasRoomBeside) && (
                  <Tabs.Tab key={value} value={value}>
                    {label}
                  </Tabs.Tab>
                ),
            )}
          </Tabs.List>
          <Tabs.Panel value="types">
            <TypesEditor />
          </Tabs.Panel>
          <Tabs.Panel value="profiles">
            <ProfilesEditor />
          </Tabs.Panel>
          <Tabs.Panel value="changes">
            <DraftChanges state={state} />
          </Tabs.Panel>
          <Tabs.Panel value="preview" maw={640}>
            {preview}
          </Tabs.Panel>
        </Tabs>
        <div className={classes.preview}>
          <ProblemList content={state.content} problems={problems} onGo={go} />
          {hasRoomBeside && preview}
        </div>
      </div>
    </DraftEditingContext>
  )
}

interface ContextParts {
  draft: EditedDraft
  state: EditedState
  current: CreationConfiguration
  problems: readonly LocatedViolation[]
  announce: (text: string) => void
  setSubject: (subject: string) => void
}

function useContextOf({ draft, state, current, problems, announce, setSubject }: ContextParts): DraftContext {
  const { content } = state
  const names = useReferencedNames([current, content])
  const [opened, setOpenedIds] = useState<readonly string[]>([])
  const setOpened = useCallback(
    (ids: readonly string[]) => {
      const unfolded = ids.find((id) => !opened.includes(id))
      if (unfolded) setSubject(subjectOf(draft.state().content, unfolded))
      setOpenedIds(ids)
    },
    [draft, opened, setSubject],
  )
  const problemsOf = Map.groupBy(problems, ({ entryId }) => entryId)
  return {
    content,
    current,
    names,
    edit: draft.edit,
    errorAt(id) {
      const problem = problems.find((candidate) => candidate.controlId === id)
      return problem && describeViolation(problem)
    },
    countProblems: (entryIds) => entryIds.flatMap((id) => problemsOf.get(id) ?? []).length,
    opened,
    setOpened,
    announce,
  }
}

/**
 * Returns the id of the type or profile to expand for a violation. For a violation in a category, returns the id of the
 * category's type.
 */
const ownerOf = ({ content }: EditedState, { list, entryId }: LocatedViolation): string =>
  (list === 'categories' ? content.categories.find(({ id }) => id === entryId)?.typeId : entryId) ?? ''

/** Alerts about conflicts, newer revisions and failed saves. */
const DraftAlerts = ({ draft, state }: { draft: EditedDraft; state: EditedState }) => (
  <>
    <ConflictAlert draft={draft} state={state} />
    <OutdatedAlert draft={draft} state={state} />
    {state.isReplaced && <ReplacedAlert saved={state.saved} />}
    {state.error && !state.theirs && <ProblemAlert title={texts.saving.problem} error={state.error} />}
  </>
)

const ReplacedAlert = ({ saved }: { saved: SavedDraft }) => (
  <Alert role="alert" mb="md">
    {saved.updatedBy ? texts.replaced(saved.updatedBy.name) : texts.replacedByRevision}
  </Alert>
)
