/** The style of the HTML report, with each color for both themes. Text has a contrast of at least 4.5. */
export const style = `
:root{color-scheme:light dark;
--ground:light-dark(#ffffff,#14181b);--soft:light-dark(#f4f6f7,#1b2125);--card:light-dark(#ffffff,#181d21);--line:light-dark(#d9dfe3,#333c42);
--text:light-dark(#1c2429,#e3e8eb);--quiet:light-dark(#51606a,#a6b3bb);--accent:light-dark(#0b6570,#5fc4cf);
--good:light-dark(#1b6e3c,#7ccf98);--bad:light-dark(#b3261e,#ff9d94);--warn:light-dark(#7a5200,#e8bd63);
--good-ground:light-dark(#e6f4ea,#17301f);--bad-ground:light-dark(#fdeceb,#3b1f1d);--warn-ground:light-dark(#fff4d9,#352a10);
--fill-good:light-dark(#2f9457,#4fae74);--fill-bad:light-dark(#c9352c,#f0776c);--fill-warn:light-dark(#c98a11,#d9a53a);--on-fill:light-dark(#ffffff,#14181b);
--c0:light-dark(#ffffff,#14181b);--c1:light-dark(#e2f1f2,#16282b);--c2:light-dark(#c3e3e6,#17393e);--c3:light-dark(#9cd1d6,#184d54);--c4:light-dark(#0b6570,#2f8d99);
--on-c4:light-dark(#ffffff,#081214);
--mono:ui-monospace,"Cascadia Code","SF Mono",Menlo,Consolas,"Liberation Mono",monospace}
*{box-sizing:border-box}
html{font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;background:var(--ground);color:var(--text);-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:88rem;padding:1.5rem clamp(1rem,3vw,2.5rem) 4rem}
h1,h2,h3,h4{line-height:1.25;text-wrap:balance;margin:0}
h2{font-size:1.375rem;margin:3rem 0 .75rem}
h3{font-size:1.125rem;margin:2rem 0 .75rem}
h4{font-size:1rem;font-weight:600;overflow-wrap:anywhere}
p{margin:0 0 .75rem;max-width:48rem}
a{color:var(--accent)}
code,pre{font-family:var(--mono);font-size:.8438rem}
code{overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:3px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.quiet{color:var(--quiet)}
.verdict{border:1px solid var(--line);border-radius:14px;overflow:hidden}
.verdict-words{display:flex;gap:1.1rem;align-items:center;padding:1.4rem 1.6rem}
.verdict-words p{margin:.2rem 0 0;font-size:1.0625rem}
.verdict h1{font-size:clamp(1.5rem,4vw,2rem)}
.sign{flex:none;display:grid;place-items:center;width:3.25rem;height:3.25rem;border-radius:50%;font-size:1.75rem;color:var(--on-fill)}
.passed .sign{background:var(--fill-good)}.failed .sign{background:var(--fill-bad)}.unknown .sign{background:var(--fill-warn)}
.passed .verdict-words{background:var(--good-ground)}.passed h1{color:var(--good)}
.failed .verdict-words{background:var(--bad-ground)}.failed h1{color:var(--bad)}
.unknown .verdict-words{background:var(--warn-ground)}.unknown h1{color:var(--warn)}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1rem 2rem;margin:0;padding:1.2rem 1.6rem}
.facts dt{font-size:.8125rem;color:var(--quiet)}
.facts dd{margin:.1rem 0 0;overflow-wrap:anywhere;font-weight:550}
.facts div:first-child{grid-column:span 2}
.bars{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1.25rem 2rem;padding:0 1.6rem 1.4rem}
.bar>svg{display:block;width:100%;height:.75rem;border-radius:4px;background:var(--soft);border:1px solid var(--line)}
.bar p{margin:0 0 .35rem;font-weight:550}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;margin:.5rem 0 0;padding:0;font-size:.875rem}
.legend li{display:flex;align-items:center;gap:.4rem}
.legend svg{width:.875rem;height:.875rem;flex:none}
.legend .swatch{width:1.5rem;height:1rem;border-radius:3px;border:1px solid var(--line)}
.f-passed{fill:var(--fill-good)}.f-failed{fill:var(--fill-bad)}.f-errored{fill:var(--fill-warn)}.f-skipped{fill:var(--quiet);opacity:.45}.f-covered{fill:var(--c4)}
.sheet{position:relative;overflow-x:auto;border:1px solid var(--line);border-radius:10px;margin:0 0 .75rem}
table{border-collapse:separate;border-spacing:0;width:100%;font-size:.875rem}
th,td{padding:.3rem .6rem;text-align:left;vertical-align:middle;border-bottom:1px solid var(--line)}
tr:last-child>*{border-bottom:0}
thead th{font-weight:600;color:var(--quiet);background:var(--soft);vertical-align:bottom;white-space:nowrap}
thead .group{text-align:center;border-left:1px solid var(--line)}
.matrix tbody th{font-weight:550;position:sticky;left:0;background:var(--ground);z-index:1;border-right:1px solid var(--line);white-space:nowrap}
.matrix .strip{white-space:nowrap}
.strip svg{display:block;width:7rem;height:.5rem;border-radius:3px;margin-bottom:.15rem}
.chips{display:flex;flex-wrap:wrap;gap:.25rem;list-style:none;margin:0;padding:0}
.chip{display:inline-flex;align-items:center;min-height:1.5rem;padding:0 .5rem;border-radius:5px;background:var(--bad-ground);color:var(--bad);border:1px solid currentColor;font-size:.8125rem;font-weight:550;text-decoration:none;white-space:nowrap}
.chip:hover{text-decoration:underline}
td.cell{text-align:center;font-variant-numeric:tabular-nums;border-left:1px solid var(--line);padding-left:.3rem;padding-right:.3rem}
.matrix thead .dimension{text-align:center;white-space:normal;padding-left:.4rem;padding-right:.4rem;border-left:1px solid var(--line);font-size:.8125rem}
.c0{background:var(--c0)}.c1{background:var(--c1)}.c2{background:var(--c2)}.c3{background:var(--c3)}.c4{background:var(--c4);color:var(--on-c4)}
td.none{color:var(--quiet)}
.violation{border:1px solid var(--line);border-left:5px solid var(--fill-bad);border-radius:10px;background:var(--card);padding:1rem 1.25rem 1.25rem;margin:0 0 1.25rem;scroll-margin-top:1rem}
.violation:target{box-shadow:0 0 0 3px var(--accent)}
.violation .rule{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:0 0 .4rem;max-width:none}
.badge{font:600 .8125rem/1.6 var(--mono);color:var(--bad);background:var(--bad-ground);border-radius:5px;padding:0 .5rem}
.pointers{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem .9rem;margin:.7rem 0 1rem;font-size:.875rem}
.pointers dt{color:var(--quiet)}.pointers dd{margin:0;overflow-wrap:anywhere}
.sides{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:1rem 1.25rem;align-items:start}
.sides h5{font-size:.8125rem;margin:0 0 .35rem;color:var(--quiet);font-weight:600}
.sides blockquote{margin:0 0 .6rem;padding:0 0 0 .8rem;border-left:3px solid var(--accent);overflow-wrap:anywhere;font-size:.9375rem}
.message+.message{margin-top:.8rem}
pre{margin:0;padding:.6rem 0;background:var(--soft);border:1px solid var(--line);border-radius:7px;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2}
.l{display:block;padding:0 .8rem;border-left:4px solid transparent}
.l.start{font-weight:650}
.l.wrong,.l.missing{background:var(--bad-ground);border-left-color:var(--fill-bad)}
.l.marked{background:var(--c1);border-left-color:var(--accent)}
.l.omitted{color:var(--quiet);font-style:italic}
.l .name{color:var(--quiet)}
.tag{font:600 .75rem/1.5 system-ui,sans-serif;color:var(--bad);margin-left:.4rem;white-space:nowrap}
.reasons{padding-left:1.2rem;margin:0 0 1rem;overflow-wrap:anywhere}.reasons li{margin-bottom:.5rem}
details{margin:0 0 .75rem}summary{cursor:pointer;padding:.25rem 0}
[hidden]{display:none!important}
.filter{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:end;margin:1.5rem 0 0;font-size:.875rem}
.filter label{display:grid;flex:1 1 9rem;gap:.15rem;min-width:0;max-width:16rem}.filter span{color:var(--quiet);font-size:.8125rem}
.filter select,.filter input{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--quiet);border-radius:7px;padding:0 .6rem;height:2.25rem;min-width:0;width:100%}
.filter output{flex:none;padding-bottom:.45rem}
.note{border:1px solid var(--warn);background:var(--warn-ground);border-radius:10px;padding:.8rem 1.1rem;overflow-wrap:anywhere}
.note ul{margin:.3rem 0 0;padding-left:1.2rem}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--quiet);font-size:.875rem}
@media (max-width:60rem){.sides{grid-template-columns:minmax(0,1fr)}}
@media (max-width:40rem){body{padding-top:1rem}.verdict-words{padding:1.1rem}.facts,.bars{padding-left:1.1rem;padding-right:1.1rem}.sign{width:2.5rem;height:2.5rem}
.violation{padding:.8rem .8rem 1rem}.facts div:first-child{grid-column:1/-1}.matrix tbody th{min-width:8.5rem;max-width:8.5rem;font-size:.8125rem;white-space:normal}.l{padding:0 .5rem}.pointers{grid-template-columns:minmax(0,1fr)}.pointers dd{margin-bottom:.35rem}}
@media print{:root{color-scheme:light}.filter{display:none}.violation{break-inside:avoid-page}}
`;
