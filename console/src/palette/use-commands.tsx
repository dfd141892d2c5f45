import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { recallRecent, type RecentIncident } from '../incidents/recent-incidents.ts'
import { linkToView, listViews, type ListedView } from '../incidents/views/listed-views.ts'
import { lastOfEachKey } from '../keyboard/last-of-each-key.ts'
import { Keys } from '../keyboard/keys.tsx'
import type { Shortcut } from '../keyboard/shortcut.ts'
import { useShortcutGroups } from '../keyboard/use-shortcuts.ts'
import { useSession } from '../sessions/session.ts'
import { frameTexts } from '../texts/frame.ts'
import { incidentTexts } from '../texts/incidents.ts'
import { paletteTexts as texts } from '../texts/palette.ts'
import { viewsQuery } from '../views/queries.ts'
import { StateLabel } from '../workflow/state-label.tsx'
import { statesQuery } from '../workflow/queries.ts'
import type { Command, CommandGroup } from './command.ts'
import { foundIncidentsQuery, numberIn } from './found-incidents.ts'
import { bestFirst, rankOf } from './match.ts'

/**
 * Returns the commands for the typed text, the best group first. Without a text, returns all commands and the incidents
 * that the user opened last.
 * @param typed text in the field, trimmed.
 * @param searched text for which incidents are searched. It follows `typed` with a short delay.
 */
export function useCommands(typed: string, searched: string) {
  const known = useKnownCommands()
  const recent = useRecentIncidents()
  const found = useFoundIncidents(searched)
  const openList = useOpenList()
  if (typed === '') return { groups: withoutEmpty([recent, ...known]), isSearching: false, error: null }

  const matching = known.map(({ title, commands }) => ({
    title,
    commands: bestFirst(commands, ({ label }) => label, typed),
  }))
  const ranked = withoutEmpty(matching).toSorted((one, other) => bestRank(one, typed) - bestRank(other, typed))
  const isNumber = numberIn(typed) !== undefined
  const incidents = {
    title: texts.incidents,
    // A text that begins with # can only be an incident number. The list would find no more than the palette, so
    // leave out the command that opens the list.
    commands: [...(typed === searched ? found.commands : []), ...(typed.startsWith('#') ? [] : [openList(typed)])],
  }
  return {
    groups: withoutEmpty(isNumber ? [incidents, ...ranked] : [...ranked, incidents]),
    isSearching: typed !== searched || found.isFetching,
    error: found.error,
  }
}

const withoutEmpty = (groups: readonly CommandGroup[]) => groups.filter(({ commands }) => commands.length > 0)

const bestRank = ({ commands }: CommandGroup, typed: string): number =>
  Math.min(...commands.map(({ label }) => rankOf(label, typed) ?? Number.POSITIVE_INFINITY))

/** Returns a command for each action of the current page, for each saved view, and for each page. */
function useKnownCommands(): CommandGroup[] {
  const registered = useShortcutGroups()
  // Read the shortcuts once: while the palette is open, the page behind it stays the same.
  const [groups] = useState(registered)
  const views = useViews()
  const usable = groups.map(({ title, shortcuts }) => ({ title, shortcuts: shortcuts.filter(isListed) }))
  const actions = [...Map.groupBy(usable, ({ title }) => title)]
    .map(([title, sameTitle]) => ({
      title,
      commands: lastOfEachKey(sameTitle)
        .filter((each) => !isPage(each))
        .map(commandOf),
    }))
    // List the actions of the current page before the actions that every page has.
    .toSorted((one, other) => Number(one.title === everywhere) - Number(other.title === everywhere))
  const pages = usable.flatMap(({ shortcuts }) => shortcuts.filter(isPage).map(commandOf))
  return [...actions, views, { title: texts.pages, commands: pages }]
}

const { everywhere } = frameTexts.keyboard

/** Returns true for a shortcut that opens a page. Its keys begin with `g`. */
const isPage = ({ keys }: Shortcut): boolean => keys.startsWith('g ')

/** Returns true if the palette lists a shortcut. It lists all shortcuts except the one that opens the palette. */
const isListed = ({ keys }: Shortcut): boolean => keys !== 'Mod+k'

const commandOf = ({ keys, description, action }: Shortcut): Command => ({
  id: `key-${keys.replaceAll(' ', '-')}`,
  label: description,
  after: <Keys keys={keys} />,
  run: action,
})

function useViews(): CommandGroup {
  const { data } = useQuery(viewsQuery)
  const navigate = useNavigate()
  const commandOfView = (view: ListedView): Command => ({
    id: `view-${view.id}`,
    label: view.name,
    after: view.layout !== 'list' && (
      <Text span size="xs" c="dimmed">
        {texts.layouts[view.layout]}
      </Text>
    ),
    run: () => void navigate(linkToView(view)),
  })
  return { title: texts.views, commands: listViews(data?.data).map(commandOfView) }
}

function useRecentIncidents(): CommandGroup {
  const { user } = useSession()
  const [recent] = useState(() => recallRecent(user.id))
  const open = useOpenIncident()
  return { title: texts.recent, commands: recent.map(open) }
}

function useFoundIncidents(text: string) {
  const { data = [], isFetching, error } = useQuery({ ...foundIncidentsQuery(text), enabled: text !== '' })
  const { data: states = [] } = useQuery(statesQuery)
  const open = useOpenIncident()
  const commands = data.map((incident) => {
    const state = states.find(({ id }) => id === incident.stateId)
    return { ...open(incident), after: state && <StateLabel state={state} /> }
  })
  return { commands, isFetching, error }
}

function useOpenIncident() {
  const navigate = useNavigate()
  return (incident: RecentIncident): Command => ({
    id: `incident-${incident.id}`,
    before: incidentTexts.number(incident),
    label: incidentTexts.nameOf(incident),
    run: () => void navigate({ to: '/incidents/$incidentId', params: { incidentId: incident.id } }),
  })
}

function useOpenList() {
  const navigate = useNavigate()
  return (text: string): Command => ({
    id: 'list',
    label: texts.searchList(text),
    run: () => void navigate({ to: '/incidents', search: { q: text } }),
  })
}
