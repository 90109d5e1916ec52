// The console's colours and sizes, as Mantine takes them.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { often } from '../words/en/often.ts';

const relay: MantineColorsTuple = [
  '#e6f7f3',
  '#d0ede6',
  '#a3dccf',
  '#72cab6',
  '#4bbba2',
  '#2fa78d',
  '#168f78',
  '#0d7d6a',
  '#0b6e63',
  '#07574e',
];

const dark: MantineColorsTuple = [
  '#e6eceb',
  '#c9d2d0',
  '#a3b0ad',
  '#7c8a87',
  '#455250',
  '#2b3534',
  '#1c2525',
  '#131a1a',
  '#101616',
  '#0a0f0f',
];

export const theme = createTheme({
  primaryColor: 'relay',
  primaryShade: { light: 8, dark: 8 },
  colors: { relay, dark },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontWeight: '650' },
  components: {
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Modal: {
      defaultProps: () => ({
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { 'aria-label': often.close },
        // A header of its own is taken for a second one of the page.
        attributes: { header: { role: 'none' } },
      }),
    },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: {
      defaultProps: () => ({
        size: 'md',
        visibilityToggleButtonProps: { 'aria-label': often.seePassword },
      }),
    },
    Button: { defaultProps: { fw: 600 } },
    Notification: { defaultProps: () => ({ closeButtonProps: { 'aria-label': often.close } }) },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
});

/** Quiet text keeps a contrast of 4.5 to 1 in both schemes, which Mantine's own does not. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#55625f',
    '--mantine-color-text': '#17211f',
    '--mantine-color-placeholder': '#66736f',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#0b6e63',
  },
  dark: {
    '--mantine-color-dimmed': '#a3b0ad',
    '--mantine-color-text': '#e6eceb',
    '--mantine-color-placeholder': '#8d9a97',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-anchor': '#5fd3bf',
    '--mantine-color-body': '#101616',
    '--mantine-color-default-border': '#3a4645',
    '--mantine-color-default': '#161d1d',
  },
});
