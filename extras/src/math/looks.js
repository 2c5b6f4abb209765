// Styles for Temml's classes, needed in browsers without `menclose` (most of them). They are set on
// the nodes, so that a formula needs no style sheet.

/** The properties that Temml may set. */
export const PROPERTIES = new Set([
  'border', 'border-bottom', 'border-left', 'border-right', 'border-top', 'bottom', 'color',
  'display', 'font-family', 'font-style', 'font-weight', 'height', 'justify-content', 'left',
  'margin-left', 'margin-right', 'math-depth', 'padding', 'padding-bottom', 'padding-left',
  'padding-right', 'padding-top', 'right', 'text-align', 'width',
]);

const STROKE = {
  display: 'inline-block', position: 'absolute', left: '0.5px', bottom: '0', width: '100%',
  height: '100%', 'background-color': 'currentColor',
};
const cut = (...points) => ({ ...STROKE, 'clip-path': `polygon(${points.join(',')})` });

const ENCLOSED = {
  menclose: { display: 'inline-block', position: 'relative', padding: '0.5ex 0' },
  'tml-overline': { padding: '0.1em 0 0', 'border-top': '0.065em solid' },
  'tml-underline': { padding: '0 0 0.1em', 'border-bottom': '0.065em solid' },
  'tml-fbox': { padding: '3pt', border: '1px solid' },
  'circle-pad': { padding: '0.267em' },
  textcircle: {
    position: 'absolute', inset: '0', border: '0.067em solid', 'border-radius': '50%',
  },
  actuarial: {
    padding: '0.04em 0.04em 0', 'border-width': '0.08em 0.08em 0 0', 'border-style': 'solid',
    'margin-right': '0.04em',
  },
  upstrike: cut(
    '0.05em 100%', '0 calc(100% - 0.05em)', 'calc(100% - 0.05em) 0', '100% 0.05em'),
  downstrike: cut(
    '0 0.05em', '0.05em 0', '100% calc(100% - 0.05em)', 'calc(100% - 0.05em) 100%'),
  sout: cut(
    '0 calc(55% + 0.033em)', '0 calc(55% - 0.033em)', '100% calc(55% - 0.033em)',
    '100% calc(55% + 0.033em)'),
  'tml-xcancel': cut(
    '0.05em 0', '0 0.05em', 'calc(50% - 0.05em) 50%', '0 calc(100% - 0.05em)', '0.05em 100%',
    '50% calc(50% + 0.05em)', 'calc(100% - 0.05em) 100%', '100% calc(100% - 0.05em)',
    'calc(50% + 0.05em) 50%', '100% 0.05em', 'calc(100% - 0.05em) 0', '50% calc(50% - 0.05em)'),
  'tml-tilde-2': { transform: 'scale(2, 1.1)' },
  'tml-tilde-3': { transform: 'scale(3, 1.1)' },
  'tml-tilde-4': { transform: 'scale(4, 1.1)' },
  'tml-hat-1': { transform: 'scale(1.9, 1)' },
  'tml-hat-2': { transform: 'scale(3.9, 1)' },
  'tml-hat-3': { transform: 'scale(5.8, 1)' },
  'tml-hat-4': { transform: 'scale(7.8, 1)' },
};

const ARRAYS = {
  'tml-left': { 'text-align': '-webkit-left' },
  'tml-right': { 'text-align': '-webkit-right' },
};

// Firefox supports `menclose`, and aligns cells by the standard values of `text-align`.
const firefox = globalThis.CSS?.supports?.('-moz-appearance', 'none') ?? false;

/** The styles of a class, by its name. */
export const LOOKS = Object.assign(Object.create(null), firefox
  ? { 'tml-left': { 'text-align': 'left' }, 'tml-right': { 'text-align': 'right' } }
  : { ...ENCLOSED, ...ARRAYS });
