package statement

// operators are the commands for one sign that is not a letter.
var operators = map[string]string{
	"cdot": "·", "times": "×", "div": "÷", "pm": "±", "mp": "∓", "ast": "∗", "star": "⋆", "circ": "∘", "bullet": "•",
	"oplus": "⊕", "otimes": "⊗", "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "lt": "<", "gt": ">",
	"ne": "≠", "neq": "≠", "equiv": "≡", "approx": "≈", "sim": "∼", "cong": "≅", "propto": "∝", "ll": "≪", "gg": "≫",
	"to": "→", "rightarrow": "→", "leftarrow": "←", "gets": "←", "leftrightarrow": "↔", "Rightarrow": "⇒", "Leftarrow": "⇐",
	"Leftrightarrow": "⇔", "implies": "⇒", "iff": "⇔", "mapsto": "↦", "uparrow": "↑", "downarrow": "↓",
	"in": "∈", "notin": "∉", "ni": "∋", "subset": "⊂", "subseteq": "⊆", "supset": "⊃", "supseteq": "⊇", "cup": "∪", "cap": "∩",
	"setminus": "∖", "emptyset": "∅", "varnothing": "∅", "forall": "∀", "exists": "∃", "neg": "¬", "lnot": "¬",
	"land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨", "mid": "∣", "nmid": "∤", "parallel": "∥", "perp": "⊥", "angle": "∠", "triangle": "△",
	"lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "langle": "⟨", "rangle": "⟩", "lvert": "|", "rvert": "|", "vert": "|", "|": "‖",
	"dots": "…", "ldots": "…", "cdots": "⋯", "vdots": "⋮", "ddots": "⋱", "prime": "′", "colon": ":",
	"sum": "∑", "prod": "∏", "int": "∫", "bigcup": "⋃", "bigcap": "⋂", "bigoplus": "⨁", "min": "min", "max": "max", "lim": "lim",
	"{": "{", "}": "}", "lbrace": "{", "rbrace": "}", "%": "%", "_": "_", "#": "#", "$": "$", "&": "&", "backslash": `\`,
}

// large are the commands whose bounds stand below and above them.
var large = map[string]bool{
	`\sum`: true, `\prod`: true, `\bigcup`: true, `\bigcap`: true, `\bigoplus`: true, `\min`: true, `\max`: true, `\lim`: true,
}

// functions are the commands that are written upright, as names.
var functions = map[string]bool{
	"log": true, "ln": true, "lg": true, "exp": true, "sin": true, "cos": true, "tan": true, "gcd": true, "deg": true, "det": true, "dim": true, "arg": true,
}

var letters = map[string]string{
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
	"iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ",
	"upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ",
	"Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "infty": "∞", "ell": "ℓ", "partial": "∂", "nabla": "∇",
}

var accents = map[string]string{
	"overline": "‾", "bar": "‾", "hat": "^", "widehat": "^", "tilde": "~", "vec": "→", "dot": "˙",
}

// sidesOf are the signs beside an environment.
var sidesOf = map[string][2]string{
	"cases": {"{", ""}, "pmatrix": {"(", ")"}, "bmatrix": {"[", "]"}, "vmatrix": {"|", "|"}, "Bmatrix": {"{", "}"},
}
