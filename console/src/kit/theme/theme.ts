import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { frameTexts } from '../../texts/frame.ts'

/** Shades of the accent colour, which differs clearly from the reds and ambers that mark priorities. */
const petrol: MantineColorsTuple = [
  '#eaf6f8',
  '#d6ebef',
  '#abd5de',
  '#7dbecc',
  '#57abbd',
  '#3f9fb3',
  '#2b8a9e',
  '#1d7386',
  '#115e6e',
  '#0b4a58',
]

/** Greys of the dark colour scheme, tinted with the accent colour. Text on them has a contrast of at least 4.5:1. */
const dark: MantineColorsTuple = [
  '#d3d9db',
  '#bcc5c8',
  '#a0abaf',
  '#869297',
  '#454f53',
  '#333c40',
  '#293135',
  '#1e2528',
  '#181e20',
  '#111516',
]

const closeButtonProps = { 'aria-label': frameTexts.close }

const systemFont = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: 8,
  colors: { petrol, dark },
  // Text on a colour is black or white, whichever has more contrast. At `luminanceThreshold`, both have the same
  // contrast.
  autoContrast: true,
  luminanceThreshold: 0.18,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: systemFont,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontFamily: systemFont,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  components: {
    InputWrapper: { styles: { label: { overflowWrap: 'anywhere' } } },
    // On focus, do not open the list of options, which would cover the error. Typing, a click or an arrow key opens it.
    Select: { defaultProps: { openOnFocus: false } },
    TagsInput: { defaultProps: { openOnFocus: false } },
    // With less line height, a text that ends in an ellipsis would lose its descenders, for example of `g`.
    Button: { styles: { label: { lineHeight: 1.4 } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    Modal: { defaultProps: { centered: true, closeButtonProps }, styles: { title: { overflowWrap: 'anywhere' } } },
    // ARIA does not allow Mantine's focus placeholder inside a menu. Without the placeholder, the first item gets the
    // focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Show no frame. A heading groups the fields well enough, and Mantine's frame draws attention away from the fields.
    Fieldset: {
      defaultProps: { variant: 'unstyled' },
      styles: { legend: { fontSize: 'var(--mantine-font-size-md)', fontWeight: 600 } },
    },
    Drawer: {
      defaultProps: { closeButtonProps, transitionProps: { duration: 150 } },
      // Let a long title end in an ellipsis. Otherwise it would push the close button out of the drawer.
      styles: { title: { minWidth: 0 } },
    },
    // Mantine's grey for the text of a notification lacks the contrast of WCAG AA, and no CSS variable can replace it.
    Notification: {
      defaultProps: { closeButtonProps },
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': frameTexts.togglePassword, tabIndex: 0 } },
    },
  },
})

/** CSS variables that replace colours of Mantine, whose greys for secondary text lack the contrast of WCAG AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fbfcfc',
    '--mantine-color-text': '#1b2326',
    '--mantine-color-dimmed': '#566166',
    '--mantine-color-placeholder': '#667277',
    '--mantine-color-error': '#c22f2f',
    '--mantine-color-disabled-color': '#6b7579',
    '--mantine-color-yellow-light-color': '#6b4500',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': '#96a2a6',
    '--mantine-color-error': '#ff9c9c',
    '--mantine-color-disabled-color': '#98a3a7',
  },
})
