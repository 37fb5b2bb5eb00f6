/** Tags of a lead, to read only. */
export const Tags = ({ of: tags }: { readonly of: readonly string[] }) => (
  <ul class="chips" aria-label="Etiquetas">
    {tags.map((tag) => (
      <li key={tag} class="chip">
        {tag}
      </li>
    ))}
  </ul>
);
