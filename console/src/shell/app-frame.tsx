import { Anchor, AppShell, Drawer, Group, Stack, Text } from '@mantine/core'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { chunk } from '../api/chunk.ts'
import { useCloseOnBack } from '../browser/use-close-on-back.ts'
import { whenIdle } from '../browser/when-idle.ts'
import { useRunningNotice } from '../incidents/list/selection/use-running-notice.tsx'
import { useLiveViewCounts } from '../incidents/views/view-counts.ts'
import { laterPart } from '../keyboard/later-part.tsx'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { LiveProvider } from '../live/live-provider.tsx'
import { useIsAdministrator, useSession } from '../sessions/session.ts'
import { frameTexts } from '../texts/frame.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { PaletteProvider } from '../palette/palette-provider.tsx'
import classes from './app-frame.module.css'
import { BottomBar } from './bottom-bar.tsx'
import { BrandMark } from '../kit/pages/brand-mark.tsx'
import { FoldButton } from './fold-button.tsx'
import { Navigation } from './navigation.tsx'
import { administrationPages, staffPages } from './navigation-entries.ts'
import { PageSkeleton } from '../kit/feedback/skeletons.tsx'
import { PrintHeading } from './print-heading.tsx'
import { useFocusOnNewPage } from './use-focus-on-new-page.ts'
import { useFoldedSidebar } from './use-folded-sidebar.ts'
import { useDeferKeysWhileNavigating } from './use-defer-keys-while-navigating.ts'
import { PausedBanner } from '../webhooks/paused-banner.tsx'
import { UserMenu } from './user-menu.tsx'

const ManageViewsDialog = laterPart(async () => (await import('../views/manage-views-dialog.tsx')).ManageViewsDialog)

/**
 * Component that sends unsent files. The frame loads the component late, because no page needs it. If the component
 * cannot be loaded, the files stay in the browser until the console is opened again.
 */
const SendUnsentFiles = lazy(async () => {
  await new Promise<void>(whenIdle)
  const loaded = await chunk(import('../incidents/report/files/send-unsent-files.tsx')).catch(() => undefined)
  return { default: loaded?.SendUnsentFiles ?? (() => null) }
})

/** Frame around every page for signed-in users. The navigation is beside the page, or below the page on phones. */
export const AppFrame = () => (
  <LiveProvider>
    <PaletteProvider>
      <Frame />
    </PaletteProvider>
  </LiveProvider>
)

function Frame() {
  const main = useFocusOnNewPage()
  const isAdministrator = useIsAdministrator()
  const { organization } = useSession()
  const [menuOpen, setMenuOpen] = useState(false)
  const { isFolded, toggle } = useFoldedSidebar()
  const [isManagingViews, setManagingViews] = useState(false)
  useCloseOnBack(() => setMenuOpen(false))
  useFrameShortcuts()
  useLiveViewCounts()
  useRunningNotice()
  useDeferKeysWhileNavigating()
  return (
    <AppShell
      navbar={{ width: isFolded ? 56 : 224, breakpoint: 'sm', collapsed: { mobile: true } }}
      footer={{ height: { base: 'calc(56px + env(safe-area-inset-bottom))', sm: 0 } }}
      padding={{ base: 'sm', sm: 'md' }}
      transitionDuration={0}
      classNames={classes}
    >
      <Anchor
        href="#content"
        className={classes.skip!}
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {frameTexts.skipToContent}
      </Anchor>
      <AppShell.Navbar
        p={isFolded ? 7 : 'xs'}
        visibleFrom="sm"
        aria-label={frameTexts.navigation}
        data-folded={isFolded || undefined}
      >
        <Brand />
        <PaletteButton />
        <div className={classes.links}>
          <Navigation isFolded={isFolded} onManageViews={() => setManagingViews(true)} />
        </div>
        <FoldButton isFolded={isFolded} onToggle={toggle} />
        <UserMenu />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} ref={main} aria-labelledby="page-title">
        <PrintHeading />
        {isAdministrator && <PausedBanner />}
        <Suspense fallback={<PageSkeleton />}>
          {/* The key renders the page anew after a change of the time zone, in which every time is formatted. */}
          <Outlet key={organization.timeZone} />
        </Suspense>
      </AppShell.Main>
      <AppShell.Footer hiddenFrom="sm" component="div">
        <BottomBar onMenu={() => setMenuOpen(true)} menuOpen={menuOpen} />
      </AppShell.Footer>
      <Drawer opened={menuOpen} onClose={() => setMenuOpen(false)} title={<Brand />} size="xs">
        <Stack>
          <PaletteButton onOpen={() => setMenuOpen(false)} />
          <nav aria-label={frameTexts.menu}>
            <Navigation
              onFollow={() => setMenuOpen(false)}
              onManageViews={() => {
                setMenuOpen(false)
                setManagingViews(true)
              }}
            />
          </nav>
          {/* Close the menu, because it lies above the message that appears if the sign-out fails. */}
          <UserMenu onSignOut={() => setMenuOpen(false)} />
        </Stack>
      </Drawer>
      <Suspense>
        <SendUnsentFiles />
      </Suspense>
      {isManagingViews && <ManageViewsDialog onClose={() => setManagingViews(false)} />}
    </AppShell>
  )
}

function Brand() {
  const { organization } = useSession()
  return (
    <Group gap="xs" wrap="nowrap" p="xs">
      <BrandMark sizePx={28} />
      <div style={{ minWidth: 0 }}>
        <Text fw={700} lh={1.2}>
          {frameTexts.product}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {organization.name}
        </Text>
      </div>
    </Group>
  )
}

function useFrameShortcuts() {
  const navigate = useNavigate()
  const isAdministrator = useIsAdministrator()
  const pages = isAdministrator ? [...staffPages, ...administrationPages] : staffPages
  useShortcuts(frameTexts.keyboard.everywhere, [
    ...pages.map(({ to, search, label, key, keyTo }) => ({
      keys: `g ${key}`,
      description: frameTexts.keyboard.goTo(label),
      action: () => void navigate(keyTo ? { to: keyTo } : { to, search }),
    })),
    {
      keys: 'c',
      description: frameTexts.keyboard.create,
      action: () => void navigate({ to: '/incidents/new' }),
    },
  ])
}
