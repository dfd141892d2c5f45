import { Button, CloseButton, Paper, Text } from '@mantine/core'
import type { IncidentCount } from '@tocsin/contract/console/incident-change.ts'
import { useRegainFocusAfter } from '../../../kit/forms/use-regain-focus-after.ts'
import { laterPart } from '../../../keyboard/later-part.tsx'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { incidentListTexts } from '../../../texts/incident-list.ts'
import type { IncidentQuery } from '../../search/incident-search.ts'
import { ChangeButtons } from './change-buttons.tsx'
import { RunningProgress } from './running-progress.tsx'
import { WaitingKeys } from './selection-keys.tsx'
import classes from './selection-bar.module.css'
import { useBulkChange } from './use-bulk-change.ts'
import { useRunning } from './use-running.ts'
import type { useSelection } from './use-selection.ts'

const LeftDialog = laterPart(async () => (await import('./left-dialog.tsx')).LeftDialog)

const texts = incidentListTexts.bulk

interface SelectionBarProps {
  selection: ReturnType<typeof useSelection>
  /** Number of loaded incidents. */
  loaded: number
  query: IncidentQuery
  /** Number of incidents that match the query; undefined until it is known. */
  count: IncidentCount | undefined
}

/**
 * Bar with the actions for all selected incidents. While a change runs, the bar shows its progress. The change applies
 * to the incidents that were selected when it started.
 */
export function SelectionBar({ selection, loaded, query, count }: SelectionBarProps) {
  const running = useRunning()
  const { change, left, clearLeft } = useBulkChange(selection.select)
  const { selected, isAll, selectLoaded, selectAll, select } = selection
  // When a change starts or the selection is cleared, the buttons of the bar disappear, and the focus with them.
  useRegainFocusAfter(!running && selected.length > 0)
  const hasMore = count !== undefined && (count.hasMore || count.count > selected.length)
  const selectMore = () => {
    if (selected.length < loaded) selectLoaded()
    else if (hasMore && !isAll) selectAll()
  }
  useShortcuts(incidentListTexts.title, [{ keys: 'Mod+a', description: texts.keys.selectAll, action: selectMore }])
  return (
    <>
      {(running || selected.length > 0) && (
        <Paper component="section" withBorder shadow="md" className={classes.bar} aria-label={texts.bar}>
          {running ? (
            <>
              {selected.length > 0 && <WaitingKeys />}
              <RunningProgress {...running} />
            </>
          ) : (
            <>
              {hasMore && !isAll && (
                <Button
                  variant="light"
                  size="compact-sm"
                  className={classes.all}
                  data-partial={selected.length < loaded || undefined}
                  onClick={selectAll}
                >
                  {texts.selectMatching(count.count, count.hasMore)}
                </Button>
              )}
              <Text component="output" size="sm" fw={600} className={classes.count}>
                {isAll && count ? texts.allSelected(count.count, count.hasMore) : texts.selected(selected.length)}
              </Text>
              <ChangeButtons
                incidents={selected}
                all={isAll && count ? { query, count } : undefined}
                onChange={change}
              />
              <CloseButton size="lg" aria-label={texts.clear} onClick={() => select(() => [])} />
            </>
          )}
        </Paper>
      )}
      {left && <LeftDialog left={left} onClose={clearLeft} />}
    </>
  )
}
