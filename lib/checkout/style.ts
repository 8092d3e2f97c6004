import { createHash } from 'node:crypto';

/**
 * The one style of the customer's pages. Sizes follow the reader's font size; every target is 48 px or more; both
 * themes keep a contrast of 4.5 to 1 or better.
 */
export const style = `
:root{color-scheme:light dark;--page:#f5f6f8;--card:#fff;--ink:#171a21;--soft:#565c69;--line:#dfe2e8;--control:#808693;--accent:#0f6868;--on-accent:#fff;--strip:#6d28d9;--green:#15773b;--red:#b3261e;--amber:#8f5500}
:root.sandbox{--accent:#6d28d9}
@media(prefers-color-scheme:dark){:root{--page:#0e1015;--card:#171a21;--ink:#f1f3f7;--soft:#a3aab8;--line:#2d323d;--control:#686f7d;--accent:#5cc9c0;--on-accent:#06201f;--strip:#5b21b6;--green:#5fcf88;--red:#ff8f86;--amber:#f0b45b}:root.sandbox{--accent:#b59bfb;--on-accent:#1d1038}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
.strip{margin:0;padding:8px 16px;background:var(--strip);color:#fff;text-align:center;font-size:.875rem;font-weight:600}
.demo{background:#8f5500}
main{width:100%;max-width:440px;margin:auto;padding:24px 16px}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:24px;overflow-wrap:anywhere}
h1,p,dd{margin:0}
h1{font-size:1rem;line-height:1.5;font-weight:400;color:var(--soft)}
h1.state{display:flex;gap:12px;align-items:center;font-size:1.25rem;line-height:1.3;font-weight:600;color:var(--ink)}
.amount{margin-top:4px;font-size:clamp(1.75rem,9vw,2.25rem);line-height:1.2;font-weight:600;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.amount small{font-size:1.125rem;font-weight:400;letter-spacing:0;color:var(--soft)}
.text{margin-top:12px}
dl+.text{margin-top:16px}
.soft{color:var(--soft);font-size:.875rem}
dl{margin:20px 0 -10px;border-top:1px solid var(--line);font-size:.875rem}
dl div{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-bottom:1px solid var(--line)}
dl div:last-child{border-bottom:0}
dt{flex:none;color:var(--soft)}.lines dt{flex:initial}.lines dd{flex:none}
dd{text-align:right;font-variant-numeric:tabular-nums}
dd img,.choice img{vertical-align:-4px}
.note{margin-top:16px;padding:12px;border-radius:8px;background:var(--page);font-size:.875rem}
.actions{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin-top:24px}
.actions+.actions{margin-top:12px}
button,.button{display:flex;align-items:center;justify-content:center;min-height:52px;padding:8px 12px;border:1px solid var(--control);border-radius:10px;background:var(--card);color:var(--ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.button,.primary{grid-column:1/-1}
.primary{border-color:transparent;background:var(--accent);color:var(--on-accent)}
button:hover,.button:hover{filter:brightness(.96)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
label,legend{display:block;margin:16px 0 4px;padding:0;font-size:.875rem;font-weight:600}
input[type=text],input[type=tel]{width:100%;min-height:48px;padding:8px 12px;border:1px solid var(--control);border-radius:10px;background:var(--card);color:var(--ink);font:inherit}
input[type][aria-invalid=true]{border-color:var(--red)}
fieldset{margin:20px 0 0;padding:0;border:0;min-width:0}legend{margin:0 0 6px}
label.choice{display:flex;gap:12px;align-items:center;min-height:48px;margin:0 0 8px;padding:8px 12px;border:1px solid var(--control);border-radius:10px;font-size:1rem}
label.choice:has(:checked){border-color:var(--accent)}
.choice input{flex:none;width:20px;height:20px;margin:0;accent-color:var(--accent)}
.numbers:has([value=known]:checked) .other{display:none}
.choice small{color:var(--soft);font-weight:400}
.fault{margin-top:4px;color:var(--red);font-size:.875rem}
.hint{margin-top:4px;color:var(--soft);font-size:.875rem}
.dot{flex:none;width:12px;height:12px;border-radius:50%;background:var(--soft)}
.green{background:var(--green)}.red{background:var(--red)}.amber{background:var(--amber)}
.busy{animation:busy 2s ease-in-out infinite}
@keyframes busy{50%{opacity:.25}}
@media(prefers-reduced-motion:reduce){.busy{animation:none}}
.tongue{display:inline-block;margin-left:8px;padding:14px 4px;color:inherit}
footer{padding:0 16px 6px;text-align:center;color:var(--soft);font-size:.8125rem}
@media print{:root{color-scheme:light;--page:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb}body{min-height:0}.actions,.tongue,.dot{display:none}.card{border:0}}
@media(min-width:480px){.card{padding:32px}}
`;

/** Lets browsers apply this style and no other: `style-src` of the Content-Security-Policy. */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
