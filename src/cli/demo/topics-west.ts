import type { ToolName, Topic } from './topic.js';

const MIXED: readonly ToolName[] = [
  'terminal',
  'read_file',
  'patch',
  'web_search',
  'web_extract',
  'memory',
  'todo',
];

/** Chats in French, German, Spanish and Arabic. */
export const WEST_TOPICS: readonly Topic[] = [
  {
    language: 'fr',
    area: 'ops',
    titles: ['Sauvegarde de {{host}}', 'Déploiement de {{service}}', 'Erreur 502 sur {{service}}'],
    asks: [
      "La sauvegarde de {{host}} a échoué cette nuit. Peux-tu regarder le journal et m'expliquer pourquoi ?",
      'Prépare le déploiement de {{service}} pour jeudi, avec un plan de retour arrière.',
      "J'ai une erreur 502 sur https://{{service}}.example.com depuis {{time}}.",
    ],
    follows: [
      'Et si ça échoue à nouveau ?',
      'Combien de temps faut-il pour revenir en arrière ?',
      "Envoie le résumé à {{email}}, s'il te plaît.",
      'Très bien, merci beaucoup !',
    ],
    answers: [
      "Le disque de destination était plein à {{pct}}. J'ai supprimé les copies de plus de {{n}} jours, après ta confirmation, et relancé la tâche.",
      'Le plan est prêt : 5 % des requêtes, puis 50 %, puis tout. Le retour arrière prend {{n}} minutes.',
      'Le serveur en amont ne répondait plus ; il a été redémarré à {{time}} et les erreurs ont cessé.',
    ],
    points: [
      'durée de la sauvegarde : {{n}} minutes',
      'aucune donnée perdue, sommes de contrôle identiques',
      "l'alerte se déclenche désormais à 85 %",
    ],
    thoughts: ["Il faut d'abord vérifier l'espace disque, puis les droits."],
    tools: MIXED,
  },
  {
    language: 'fr',
    area: 'life',
    titles: ['Week-end à {{city}}', 'Recette : {{dish}}', 'Lettre au propriétaire'],
    asks: [
      'Propose-moi un week-end à {{city}} en train, sans voiture et pas trop cher.',
      'Une recette de {{dish}} pour {{n}} personnes, sans noix.',
      'Rédige une lettre courte au propriétaire : le chauffage ne marche plus depuis {{date}}.',
    ],
    follows: [
      'Plutôt le matin ?',
      'Remplace la crème par autre chose.',
      'Un ton plus ferme, mais poli.',
    ],
    answers: [
      'Départ à {{time}}, arrivée à midi ; la vieille ville le premier jour, le marché couvert le second. Comptez {{price}} par personne.',
      "Faites revenir les oignons doucement, ajoutez le reste et laissez mijoter {{n}} minutes. C'est encore meilleur le lendemain.",
      'Madame, Monsieur,\n\nle chauffage est en panne depuis {{date}}. Merci de faire intervenir un technicien dans les meilleurs délais.\n\nCordialement',
    ],
    points: [
      'musée fermé le lundi',
      'réservation conseillée avant {{date}}',
      'prévoir un parapluie',
    ],
    thoughts: ['Rester simple et concret, avec des horaires vérifiés.'],
    tools: ['web_search', 'web_extract', 'memory', 'todo', 'image_generate'],
  },
  {
    language: 'de',
    area: 'code',
    titles: ['Fehler in {{module}}', 'Testlauf für {{branch}}', 'Umlaute in {{table}}'],
    asks: [
      'Warum verliert der Import von {{table}} die Umlaute? „Müller“ wird zu „Mller“.',
      'Der Test für {{module}} schlägt nur auf {{host}} fehl. Schau dir bitte {{file}} an.',
      'Erkläre mir den Unterschied zwischen WAL und Rollback-Journal, kurz und ohne Fachchinesisch.',
    ],
    follows: [
      'Und was passiert bei einem Stromausfall?',
      'Bitte mit Beispiel.',
      'Läuft das auch unter Node 24?',
      'Schreib das ins README, zwei Sätze genügen.',
    ],
    answers: [
      'Die Datei ist in Latin-1 gespeichert, gelesen wird sie als UTF-8 mit `errors="ignore"`. Mit der richtigen Kodierung bleiben alle {{ms}} Zeilen erhalten.',
      'Auf {{host}} fehlt die Zeitzone: `TZ` ist leer, der Test rechnet in Ortszeit. Jetzt bekommt er die Uhr als Parameter.',
      'WAL schreibt Änderungen in eine zweite Datei, Leser merken davon nichts. Das Rollback-Journal sperrt dagegen kurz alle aus.',
    ],
    points: [
      'Größe der Datei: {{n}} MB',
      '{{n}} Zeilen geändert, keine gelöscht',
      'Ausführungszeit {{ms}} ms statt vorher {{ms}} ms',
    ],
    thoughts: ['Erst die Kodierung der Datei prüfen, dann den Code.'],
    tools: [...MIXED, 'terminal', 'search_files'],
  },
  {
    language: 'de',
    area: 'life',
    titles: ['Wanderung im Mai', 'Stromvergleich', 'Geburtstag für {{n}} Gäste'],
    asks: [
      'Plane eine Wanderung mit Übernachtung, Anreise mit der Bahn, höchstens {{n}} km am Tag.',
      'Wie viel Strom verbraucht unser alter Kühlschrank im Jahr, und lohnt sich ein neuer?',
      'Ich brauche Ideen für einen Kindergeburtstag, {{n}} Gäste, drinnen.',
    ],
    follows: ['Geht das auch bei Regen?', 'Was kostet das ungefähr?', 'Danke dir! 😊'],
    answers: [
      'Zwei Etappen von je {{n}} km, dazwischen die Hütte am See. Der Zug fährt um {{time}}, zurück stündlich.',
      'Rund {{ms}} kWh, also etwa {{price}} im Jahr. Ein neues Gerät braucht ein Drittel und rechnet sich nach sechs Jahren.',
      'Schatzsuche durch die Wohnung, danach Pizza zum Selbstbelegen. Dauer mit allem drei Stunden.',
    ],
    points: [
      'Regenjacke einpacken',
      'Hütte bis {{date}} reservieren',
      'Gesamtkosten etwa {{price}}',
    ],
    thoughts: ['Kurze Wege, klare Zeiten, ein Plan B für Regen.'],
    tools: ['web_search', 'web_extract', 'memory', 'todo'],
  },
  {
    language: 'es',
    area: 'life',
    titles: ['Viaje a {{city}}', 'Menú de la semana', 'Presupuesto de {{project}}'],
    asks: [
      '¿Puedes organizar un viaje de cuatro días a {{city}}? Preferimos el tren y comer bien.',
      'Haz un menú para la semana con poca carne y una lista de la compra.',
      '¿Cuánto costaría imprimir {{n}}00 carteles para {{project}}?',
    ],
    follows: ['¿Y si llueve?', '¿Hay algo más barato?', '¡Perfecto, muchas gracias!'],
    answers: [
      'El primer día paseo por el casco antiguo; el segundo, el museo; el tercero, una excursión en barco. El tren sale a las {{time}}.',
      'Aquí está el menú. La compra sale por unos {{price}} para cuatro personas.',
      'Unos {{price}} con papel normal; a partir de doscientos baja un {{pct}}.',
    ],
    points: [
      'reservar antes del {{date}}',
      'mercado abierto hasta las dos',
      'lentejas, arroz, verduras',
    ],
    thoughts: ['Pide algo práctico: horarios, precios y una alternativa.'],
    tools: ['web_search', 'web_extract', 'memory', 'todo'],
  },
  {
    language: 'ar',
    area: 'life',
    titles: ['رحلة إلى {{city}}', 'خطة الأسبوع', 'ترجمة رسالة'],
    asks: [
      'أريد خطة لرحلة قصيرة إلى {{city}} مع العائلة، ثلاثة أيام فقط.',
      'اكتب رسالة قصيرة إلى {{email}} لتأجيل الاجتماع إلى الساعة {{time}}.',
      'ما هي أفضل طريقة لحفظ نسخة احتياطية من الصور؟',
    ],
    follows: ['وماذا لو كان الطقس ممطرًا؟', 'اجعلها أقصر من فضلك.', 'شكرًا جزيلًا'],
    answers: [
      'اليوم الأول للمدينة القديمة، والثاني للمتحف، والثالث للسوق قبل العودة بالقطار الساعة {{time}}.',
      'هذه مسودة الرسالة، وهي قصيرة ومهذبة. يمكنك تعديلها كما تريد.',
      'احفظ نسختين: واحدة على قرص خارجي وأخرى في مكان آخر، وتحقق منهما كل شهر.',
    ],
    points: ['احجز قبل {{date}}', 'المتحف مغلق يوم الاثنين', 'التكلفة حوالي {{price}}'],
    thoughts: ['العائلة معه، لذلك يجب أن تكون المسافات قصيرة.'],
    tools: ['web_search', 'memory'],
  },
];
