/** A payer at a page of the simulator, without a script: the status of what the button sent; 404: there is none. */
export async function pressButton(page: string, button: string): Promise<number> {
  const shown = await fetch(page);
  const html = await shown.text();
  for (const [form = ''] of html.matchAll(/<form[\s\S]*?<\/form>/g)) {
    const pressed = [...form.matchAll(/<button([^>]*)>([\s\S]*?)<\/button>/g)].find(([, , label = '']) =>
      label
        .replaceAll(/<[^>]*>/g, '')
        .trim()
        .startsWith(button),
    );
    if (pressed === undefined) continue;
    const attribute = (text: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1];
    const fields = new URLSearchParams();
    for (const [input] of form.matchAll(/<input[^>]*>/g)) {
      fields.set(attribute(input, 'name') ?? '', attribute(input, 'value') ?? '');
    }
    const [, own = ''] = pressed;
    const name = attribute(own, 'name');
    if (name !== undefined) fields.set(name, attribute(own, 'value') ?? '');
    const opening = /<form[^>]*>/.exec(form)?.[0] ?? '';
    const action = new URL((attribute(opening, 'action') ?? page).replaceAll('&amp;', '&'), page);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(page).origin };
    const sent = await fetch(action, {
      method: 'POST',
      headers,
      body: fields.toString(),
      redirect: 'manual',
    });
    return sent.status;
  }
  return 404;
}
