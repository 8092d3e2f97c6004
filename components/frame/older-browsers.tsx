// Safari before 17 knows no popover: there a press on its button opens it, and one elsewhere or on a link closes it. It
// stands in the page itself, since menus open before its script has come.
const script = `if(!('popover' in HTMLElement.prototype))document.addEventListener('click',({target})=>{
const id=target.closest('[popovertarget]')?.getAttribute('popovertarget');
for(const each of document.querySelectorAll('[data-open]'))if(each.id!==id&&(!each.contains(target)||target.closest('a')))each.removeAttribute('data-open');
document.getElementById(id)?.toggleAttribute('data-open')})`;

export function OlderBrowsers({ nonce }: { nonce: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: ours, and the same on every page.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}
